// The table of a view: drawn by the layout of its game, played on by clicks, keys and drags, with pieces that move.

import { html } from '../element.js';
import { text, textIf } from '../language.js';
import { moves } from '../settings.js';
import { Choosing } from '../tables/choosing.js';
import { Drawing } from '../tables/drawing.js';
import { labelled } from '../tables/label.js';
import { layoutOf } from '../tables/layouts.js';
import { Drag } from './drag.js';

/** How long a piece moves, in milliseconds. */
const MOVEMENT = 260;

export class Board {
    /** `act` is called with a word, `refuse` when what was clicked is not legal. */
    constructor(act, refuse) {
        Object.assign(this, { act, refuse, view: null, choosing: new Choosing([], {}) });
        this.stage = html('div', { class: 'stage' });
        this.bar = html('div', { class: 'actions', role: 'group', 'aria-label': text('what you can do') });
        this.drag = new Drag(this.stage, (token) => this.begins(token), (token, onto) => this.drop(token, onto));
        this.stage.addEventListener('click', ({ target }) => {
            const token = target.closest('[data-token]')?.getAttribute('data-token');
            if (token) this.choose(token);
        });
        this.stage.addEventListener('keydown', (event) => this.arrows(event));
    }

    /** Shows a view: `drawing` or `text`, `legal`, and what the layouts ask for. */
    show(view) {
        const before = this.places();
        const focused = this.focused();
        this.view = view;
        const layout = layoutOf(view.drawing);
        const table = view.drawing && new Drawing(view.drawing, view.seat);
        this.stage.replaceChildren(layout.draw(table, view));
        this.choosing = new Choosing(view.legal ?? [], layout);
        this.offer([]);
        if (focused) this.stage.querySelectorAll(`[data-token="${CSS.escape(focused.token)}"]`)[focused.place]?.focus();
        this.move(before);
    }

    tokens() {
        return [...this.stage.querySelectorAll('[data-token]')];
    }

    focused() {
        const token = document.activeElement?.getAttribute?.('data-token');
        if (!token || !this.stage.contains(document.activeElement)) return null;
        const same = this.tokens().filter((one) => one.getAttribute('data-token') === token);
        return { token, place: same.indexOf(document.activeElement) };
    }

    /** Chooses what has this token; returns whether that was an action. */
    choose(token) {
        if (!this.view.legal) return false;
        const { named, more, refused } = this.choosing.choose(token);
        const acts = !refused && named.length === 1 && !more;
        if (refused) this.refuse();
        else if (acts) this.act(named[0]);
        else this.offer(named);
        return acts;
    }

    /** Whether a token can be dragged now. Which actions it begins is not told by that: where nothing is marked, every
     * piece can be picked up. */
    begins(token) {
        return Boolean(this.view?.legal && token);
    }

    /** Chooses a piece that was dragged, and what it was dropped on. */
    drop(token, onto) {
        const acts = !this.choosing.chosen.includes(token) && this.choose(token);
        return acts || (onto !== null && this.choosing.chosen.includes(token) && this.choose(onto));
    }

    /** Plays a word if it is legal. */
    play(word) {
        if (this.view.legal?.includes(word)) this.act(word);
        else this.refuse();
    }

    /** Shows the buttons: the actions that were named on the table, then those that no piece names. */
    offer(named) {
        const { choosing } = this;
        const begun = choosing.chosen.length > choosing.start.length;
        const plain = choosing.actions.map(({ word }) => word).filter((word) => choosing.buttons().includes(word) || textIf(`w:${word}`));
        const button = (word, kind) => html('button', { type: 'button', class: kind, 'data-word': word, onclick: () => this.act(word) }, labelled(word));
        this.bar.replaceChildren(
            ...(named.length > 1 ? [html('span', { class: 'question' }, text('choose how'))] : []),
            ...named.map((word) => button(word, 'primary')),
            ...(begun ? [html('button', { type: 'button', onclick: () => this.cancel() }, text('cancel'))] : plain.map((word) => button(word, plain.length === choosing.actions.length && plain.length < 4 && word !== 'knock' ? 'primary' : ''))));
        this.mark();
    }

    /** Takes back what was chosen. */
    cancel() {
        this.choosing.chosen = [...this.choosing.start];
        this.offer([]);
    }

    mark() {
        const next = this.view?.legal ? this.choosing.next() : new Set();
        for (const element of this.tokens()) {
            const token = element.getAttribute('data-token');
            const chosen = this.choosing.chosen.includes(token);
            element.classList.toggle('chosen', chosen);
            element.classList.toggle('legal', Boolean(this.view.practice) && next.has(token));
            element.setAttribute('aria-pressed', String(chosen));
        }
    }

    /** Marks where an action begins. */
    advise(word) {
        const [token] = layoutOf(this.view.drawing).steps(word);
        for (const element of [...this.tokens(), ...this.bar.children]) {
            const here = element.getAttribute('data-token') ?? element.getAttribute('data-word');
            element.classList.toggle('advised', here === token || here === word);
        }
    }

    /** The cards in hand, in the order in which they lie. */
    hand() {
        return [...this.stage.querySelectorAll('.mine [data-token]')];
    }

    /** Moves the focus to what lies nearest in the direction of an arrow key. */
    arrows(event) {
        const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
        if ([' ', 'Enter'].includes(event.key) && event.target instanceof SVGElement && !event.defaultPrevented) {
            event.preventDefault();
            this.choose(event.target.getAttribute('data-token'));
        }
        const here = document.activeElement;
        if ((x === 0 && y === 0) || !here?.hasAttribute('data-token')) return;
        const middle = (element) => {
            const box = element.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        };
        const [a, b] = middle(here);
        const far = (element) => {
            const [c, d] = middle(element);
            const [along, across] = x === 0 ? [(d - b) * y, Math.abs(c - a)] : [(c - a) * x, Math.abs(d - b)];
            return along > 2 ? along + 3 * across : Infinity;
        };
        const [nearest] = this.tokens().filter((one) => one !== here).sort((one, other) => far(one) - far(other));
        if (nearest && far(nearest) < Infinity) nearest.focus();
        event.preventDefault();
    }

    places() {
        const found = new Map();
        for (const element of this.stage.querySelectorAll('[data-piece]')) found.set(element.dataset.piece, element.getBoundingClientRect());
        return found;
    }

    /** Lets pieces move from where they lay; new ones come from the hand of the other. */
    move(before) {
        if (!moves() || before.size === 0) return;
        const away = this.stage.querySelector('.far .hand')?.getBoundingClientRect();
        for (const element of this.stage.querySelectorAll('[data-piece]')) {
            const now = element.getBoundingClientRect();
            const old = before.get(element.dataset.piece) ?? (element.closest('.middle') ? away : undefined);
            if (!old || now.width === 0) continue;
            const [x, y] = [old.left + old.width / 2 - now.left - now.width / 2, old.top + old.height / 2 - now.top - now.height / 2];
            if (Math.abs(x) + Math.abs(y) < 2) continue;
            const size = before.has(element.dataset.piece) ? old.width / now.width : 1;
            element.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})`, zIndex: 5 }, { transform: 'none', zIndex: 5 }], { duration: MOVEMENT, easing: 'cubic-bezier(.2,.7,.2,1)' });
        }
    }
}
