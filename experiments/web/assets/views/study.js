// Below a position: what the other may hold, what is played with every hand, the first decisions of all hands, how often
// what is done, where two strategies differ, and what is left when some behaviour is known.

import { html } from '../element.js';
import { text } from '../language.js';
import { setting } from '../settings.js';
import { post } from '../server.js';
import { downloads } from '../download.js';
import { cardChips, differenceRows, differenceTable, frequencyRows, frequencyTables, handRows, handTable, openingRows, openingTables, rare } from './heat.js';
import { lockView } from './locks.js';

/** What browsers call the solution that the server finds of a small game. */
export const EQUILIBRIUM = 'equilibrium';

/** The answers that are kept. */
const KEPT = 100;

/** One in how many. */
const oneIn = (reach) => Math.round(1 / reach).toLocaleString(setting('language'));

/** The views: which question each asks, and how its answer is shown. `can` says of which games and positions. */
const TABS = {
    range: {
        can: ({ about }) => about.hands,
        question: (at) => (at.pair ? { path: 'range', body: { ...at.position, ...at.strategy, viewer: at.pair[0], of: at.pair[1] } } : null),
        none: 'no decision here',
        show: (told, at) => rangeView(told, text('range of', at.names[told.viewer], at.names[told.of]), at),
    },
    hands: {
        can: ({ about }) => about.hands,
        question: (at) => (at.pair ? { path: 'range', body: { ...at.position, ...at.strategy, ...at.second, viewer: at.pair[1], of: at.pair[0] } } : null),
        none: 'no decision here',
        show: (told, at) => rangeView(told, text('plays with', at.names[told.of], at.names[told.viewer]), at),
    },
    opening: {
        can: ({ about }) => about.opening,
        question: (at) => ({ path: 'opening', body: { ...at.game, ...at.strategy } }),
        show: (told, at) => [openingTables(told, at.names, at.go), downloads('first-decisions', () => openingRows(told), told)],
    },
    often: {
        can: () => true,
        question: (at) => ({ path: 'frequencies', body: { ...at.game, ...at.strategy } }),
        show: (told, at) => [html('p', {}, told.games ? text('of games', told.games) : text('exactly')), frequencyTables(told, at.names), downloads('frequencies', () => frequencyRows(told), told)],
    },
    differ: {
        can: ({ about }) => about.opening,
        question: (at) => (at.second ? { path: 'differences', body: { ...at.game, ...at.strategy, ...at.second } } : null),
        none: 'choose another',
        show: (told, at) => [html('p', {}, text('differ', told.sum.toLocaleString(setting('language'), { maximumFractionDigits: 3 }), told.differing, told.met), told.games ? ` ${text('of games', told.games)}` : ''),
            told.differences.length ? differenceTable(told, at.names, [at.strategy.bot, at.second.other], at.go) : null,
            downloads('differences', () => differenceRows(told), told)],
    },
    fixed: {
        can: ({ about }) => about.equilibrium,
        question: (at) => ({ path: 'solution', body: { ...at.game, locks: at.locks } }),
        show: (told, at) => lockView({ ...at, told }),
        early: (at) => lockView({ ...at, told: null }),
    },
};

/** A range with the cards, and how often all this happens. */
function rangeView(told, caption, at) {
    return [
        told.reach === null ? null : html('p', { class: 'reach' }, told.reach > 0 ? text('reached', rare(told.reach), oneIn(told.reach), at.names[told.viewer]) : text('never reached', at.names[told.viewer])),
        told.happens ? null : html('p', {}, text('does not happen')),
        told.drawn ? html('p', {}, text('drawn', told.drawn)) : null,
        told.hands.some(({ hand }) => hand.length > 1) ? cardChips(told.cards) : null,
        handTable(told, caption, at.go), downloads('hands', () => handRows(told), told),
    ];
}

export class Study {
    /** `replay` holds the position and what was chosen; `choose` changes that. */
    constructor(replay, choose) {
        Object.assign(this, { replay, choose, about: null, answers: new Map() });
        this.place = html('section', { class: 'study', 'aria-labelledby': 'study-title', hidden: true });
        this.pickers = html('div', { class: 'pickers' });
        this.tabs = html('div', { class: 'tabs', role: 'tablist', 'aria-label': text('study') });
        this.panel = html('div', { class: 'panel', id: 'study-panel', role: 'tabpanel', tabindex: 0 });
        this.tabs.addEventListener('keydown', (event) => this.arrows(event));
        this.place.append(html('h2', { id: 'study-title' }, text('study')), this.pickers, this.tabs, this.panel);
        this.begin();
    }

    /** Asks what the game has to offer. */
    async begin() {
        const { game, options } = this.replay.record;
        try {
            this.about = await post('/api/studies/game', { record: { game, options, actions: [] } });
        } catch {
            // Without a server that studies there is nothing to show.
            this.about = null;
        }
        this.place.hidden = !this.about;
        if (this.about) this.replay.show();
    }

    /** The strategies that can be chosen. */
    strategies() {
        const { replay, about } = this;
        return [...(about?.equilibrium ? [EQUILIBRIUM] : []), ...(replay.game?.bots ?? []).filter(({ program }) => !program).map(({ spec }) => spec)];
    }

    /** What is looked at now. */
    at() {
        const { replay } = this;
        const { record, ply, bot, other, locks } = replay;
        const { turn, seats } = replay.shown.get(ply);
        const { game, options } = record;
        const shares = replay.opinions.get(ply)?.actions;
        const words = replay.shown.get(ply).legal;
        return {
            game: { record: { game, options, actions: [] } }, position: { record: { game, options, actions: record.actions.slice(0, ply) }, ply },
            strategy: bot && { bot, ...(bot === EQUILIBRIUM || other === EQUILIBRIUM ? { locks } : {}) }, second: other && { other }, names: replay.players, locks,
            pair: turn === null ? null : [turn, (turn + 1) % seats.length], go: (actions) => replay.lead(actions),
            here: turn === null ? null : { seat: turn, seen: seats[turn].seen, legal: words, shares: shares && words.map((word) => shares.find(([one]) => one === word)?.[1] ?? 0) },
            bots: this.strategies().filter((one) => one !== EQUILIBRIUM), change: (next) => this.choose({ locks: next, ...(next.length ? { bot: EQUILIBRIUM } : {}) }),
        };
    }

    show() {
        if (!this.about || !this.replay.shown.get(this.replay.ply)) return;
        this.pick();
        const tabs = Object.keys(TABS).filter((name) => TABS[name].can(this));
        const tab = tabs.includes(this.replay.tab) ? this.replay.tab : tabs[0];
        const focused = this.tabs.contains(document.activeElement);
        this.tabs.replaceChildren(...tabs.map((name) => html('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'data-tab': name, 'aria-selected': String(name === tab), 'aria-controls': 'study-panel', tabindex: name === tab ? 0 : -1, onclick: () => this.choose({ tab: name }) }, text(`tab ${name}`))));
        if (focused) this.tabs.querySelector('[aria-selected=true]').focus();
        this.panel.setAttribute('aria-labelledby', `tab-${tab}`);
        this.answer(TABS[tab]);
    }

    /** The choice of the strategy and of another one. */
    pick() {
        const focused = document.activeElement?.getAttribute('data-pick');
        const list = (name, chosen, none, change) => {
            const select = html('select', { 'data-pick': name }, [['', none], ...this.strategies().map((spec) => [spec, spec === EQUILIBRIUM ? text('equilibrium') : spec])]
                .map(([value, words]) => html('option', { value, selected: value === chosen }, words)));
            select.addEventListener('change', () => change(select.value));
            return html('label', {}, html('span', {}, text(name)), select);
        };
        const { bot, other } = this.replay;
        this.pickers.replaceChildren(list('strategy', bot, text('choose one'), (next) => this.choose({ bot: next })), list('compare with', other, text('nothing else'), (next) => this.choose({ other: next })));
        if (focused) this.pickers.querySelector(`[data-pick="${focused}"]`)?.focus();
    }

    /** Shows the answer to the question of a view, which is asked once. */
    async answer(view) {
        const at = this.at();
        const needs = at.strategy || view === TABS.fixed;
        const asked = needs ? view.question(at) : null;
        if (!asked) {
            this.asked = null;
            this.fill('', html('p', {}, text(needs ? view.none : 'choose a strategy')));
            return;
        }
        const key = JSON.stringify(asked);
        // What is the same is not drawn again: a reader may be in the middle of it.
        const show = (told) => this.fill(JSON.stringify([key, this.at().here, at.names]), () => view.show(told, this.at()));
        if (this.answers.has(key)) {
            this.asked = key;
            show(this.answers.get(key));
            return;
        }
        if (this.asked === key) return;
        this.asked = key;
        this.fill('', view.early?.(at), html('p', { class: 'soft', role: 'status' }, text('looking')));
        try {
            const told = await post(`/api/studies/${asked.path}`, asked.body);
            if (this.answers.size >= KEPT) this.answers.clear();
            this.answers.set(key, told);
            if (this.asked === key) show(told);
        } catch (error) {
            if (this.asked === key) this.fill('', view.early?.(at), html('p', { role: 'alert' }, error.message));
        }
    }

    /** Fills the panel, unless this is what it shows. */
    fill(what, ...children) {
        if (what !== '' && what === this.filled) return;
        this.filled = what;
        const had = this.panel.contains(document.activeElement);
        const made = children.map((child) => (typeof child === 'function' ? child() : child));
        this.panel.replaceChildren(...made.flat(Infinity).filter(Boolean));
        if (had) this.panel.focus({ preventScroll: true });
    }

    arrows(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const all = [...this.tabs.children];
        all[(all.indexOf(document.activeElement) + step + all.length) % all.length].click();
    }
}
