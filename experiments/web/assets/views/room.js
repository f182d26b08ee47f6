// A room: taking a seat, playing hand after hand, what others do meanwhile; and watching those who play.

import { html } from '../element.js';
import { text, textIf } from '../language.js';
import { forgetRoom, keepRoom, keyOf, set, setting } from '../settings.js';
import { Connection, post } from '../server.js';
import { message } from '../message.js';
import { catalogue } from '../catalogue.js';
import { opened } from '../tables/drawing.js';
import { label, told } from '../tables/label.js';
import { Board } from './board.js';
import { pressed } from './keys.js';
import { advice, invitation, legend, log, result, scores, spectators } from './panels.js';

function join(main, id, enter) {
    const name = html('input', { value: setting('name'), placeholder: text('anonymous'), maxlength: 24, id: 'join-name', autocomplete: 'nickname' });
    const submit = async (event) => {
        event.preventDefault();
        set('name', name.value.trim());
        try {
            const { key } = await post(`/api/rooms/${id}/join`, { name: name.value.trim() || text('anonymous') });
            keepRoom(id, { key });
            enter();
        } catch (error) {
            message(error.message);
        }
    };
    main.append(html('form', { class: 'sheet narrow', onsubmit: submit }, html('h1', {}, text('join')), html('p', {}, text('join lead')),
        html('p', { class: 'field' }, html('label', { for: 'join-name' }, text('your name')), name),
        html('button', { class: 'primary', type: 'submit' }, text('join')), html('p', {}, html('a', { href: `#/spectate/${id}` }, text('watch instead')))));
    name.focus();
}

/** A seat in a room; without a key the place of one who watches. */
class Seat {
    constructor(main, id, key, { games, people }) {
        Object.assign(this, { id, games, people, view: null, sorted: true, stands: true, hint: null });
        this.board = new Board((word) => this.act(word), () => message(text('not legal')));
        this.status = html('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
        this.tools = html('div', { class: 'tools' });
        this.panels = html('div', { class: 'panels' });
        this.title = html('h1', {});
        this.over = html('div', {});
        this.side = html('aside', {}, this.panels);
        main.append(html('div', { class: 'play' },
            html('div', { class: 'bar' }, this.title, this.status),
            html('div', { class: 'desk' }, this.board.stage, html('div', { class: 'below' }, this.over, this.board.bar, this.tools)),
            this.side));
        this.press = (event) => pressed(event, this);
        document.addEventListener('keydown', this.press);
        this.connection = new Connection(id, key, (heard) => this.hear(heard), (stands) => this.connected(stands));
    }

    close() {
        document.removeEventListener('keydown', this.press);
        this.connection.close();
    }

    connected(stands) {
        if (this.stands === stands) return;
        this.stands = stands;
        if (this.view) this.tell();
    }

    hear(heard) {
        if (heard.type === 'view') this.show(heard);
        if (heard.type === 'refused') {
            message(textIf(`r:${heard.reason}`) ?? text('not legal'));
            this.show(this.view);
        }
        if (heard.type === 'hint' && heard.hand === this.view.hand && heard.made === this.view.made) {
            this.hint = heard;
            this.furnish();
            const [best] = [...heard.actions].sort((one, other) => other[1] - one[1]);
            if (best) this.board.advise(best[0]);
        }
        if (heard.type === 'gone') {
            message(heard.then === 'forget' ? text('no room') : heard.reason);
            if (heard.then === 'forget') forgetRoom(this.id);
            if (heard.then !== 'again') location.hash = '#/';
        }
    }

    show(view) {
        if (view.drawings?.length) view.drawing = opened(view.drawings);
        if (this.hint && (this.hint.hand !== view.hand || this.hint.made !== view.made)) this.hint = null;
        this.view = view;
        this.game = this.games.find(({ name }) => name === view.game);
        // A program has a name of its own beside its command.
        const program = ({ name }) => this.game?.bots.find((bot) => bot.program && bot.spec === name)?.about;
        view.sides = view.sides.map((side) => ({ ...side, name: program(side) ?? side.name }));
        this.names = view.seats.map((side) => (side === view.side ? text('you') : view.sides[side].name ?? '…'));
        this.title.textContent = this.game?.title ?? view.game;
        this.keep();
        document.title = `${view.turn === 'you' ? '● ' : ''}${this.title.textContent} · Hinterhand`;
        this.board.show({ ...view, text: view.turn === 'waiting' ? text('waiting') : view.watches && !view.drawing && !view.text ? text('hidden board') : view.text, names: this.names, sorted: this.sorted, over: view.turn === 'over' });
        this.tell();
        this.furnish();
    }

    /** Keeps what the list of rooms says of this one. */
    keep() {
        const { game, side, sides } = this.view;
        const others = sides.filter((_, other) => other !== side).map(({ name }) => name ?? text('a person')).join(', ');
        const kept = `${game} ${others}`;
        if (this.kept !== kept) keepRoom(this.id, { game, others });
        this.kept = kept;
    }

    /** The status: what was done last, and whose turn it is. */
    tell() {
        const { view } = this;
        const [by, last] = view.events.findLast(([by]) => by !== null) ?? [];
        const mover = this.names[view.mover];
        const turn = {
            over: () => text('over'), waiting: () => text('waiting'), you: () => text('your turn'),
            other: () => (mover ? text("other's turn", mover) : text('waiting')),
        }[view.turn]();
        const about = view.about && text('is about to', mover, label(view.about));
        const trouble = view.again ? text('bot trouble', textIf(`t:${view.trouble}`) ?? view.trouble) : view.trouble;
        this.status.replaceChildren(
            html('strong', { class: `turn ${view.turn}` }, this.stands ? trouble ?? about ?? turn : text('reconnecting')),
            last === undefined ? '' : html('span', { class: 'last' }, `${this.names[by]}: ${told(last, this.names)}`));
    }

    furnish() {
        const { view } = this;
        const alone = view.sides.filter(({ kind }) => kind !== 'bot').length === 1;
        const tool = (name, key, click) => html('button', { type: 'button', class: 'tool', 'data-tool': name, title: `${text(name)} (${key})`, onclick: click }, text(name), ' ', html('kbd', {}, key));
        this.tools.replaceChildren(...[
            view.hints ? tool('hint', '?', () => this.say('hint')) : null,
            view.practice && alone && view.made > 0 && view.turn !== 'over' ? tool('undo', '⌫', () => this.say('undo')) : null,
            view.drawing?.layout === 'tricks' ? tool('sort', 'S', () => this.sort()) : null,
            view.masked && view.turn === 'other' ? tool('knock', 'K', () => this.knock()) : null,
            view.again && (!view.watches || view.leads) ? tool('again', 'R', () => this.again()) : null,
        ].filter(Boolean));
        this.over.replaceChildren(...[result(view, this.names, () => this.next())].filter(Boolean));
        this.panels.replaceChildren(...[invitation(view), scores(view), this.hint ? advice(this.hint) : null, log(view, this.names), view.watches ? null : legend(view), this.people && view.turn !== 'waiting' ? spectators(view) : null].filter(Boolean));
        const told = this.panels.querySelector('.log');
        if (told) told.scrollTop = told.scrollHeight;
    }

    say(type, more = {}) {
        this.connection.say({ type, hand: this.view.hand, made: this.view.made, ...more });
    }

    act(word) {
        this.say('act', { word });
    }

    next() {
        if (this.view.watches && !this.view.leads) return;
        this.connection.say({ type: 'next', hand: this.view.hand });
    }

    /** Asks a bot again that could not answer. */
    again() {
        this.connection.say({ type: 'again', hand: this.view.hand });
    }

    knock() {
        this.connection.say({ type: 'knock' });
    }

    sort() {
        this.sorted = !this.sorted;
        this.show(this.view);
    }
}

/** A seat in a room, which is taken first if this browser has none. */
export async function room(main, id) {
    const all = await catalogue();
    let seat;
    const enter = () => {
        main.replaceChildren();
        seat = new Seat(main, id, keyOf(id), all);
    };
    if (keyOf(id)) enter();
    else join(main, id, enter);
    return () => seat?.close();
}

/** A room as those see it who watch. */
export async function spectate(main, id) {
    const place = new Seat(main, id, null, await catalogue());
    return () => place.close();
}
