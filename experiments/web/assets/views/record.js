// A game that is over, position by position: as a seat saw it, or with all cards.

import { html } from '../element.js';
import { signed, text } from '../language.js';
import { keepRoom, setting } from '../settings.js';
import { get, post } from '../server.js';
import { message } from '../message.js';
import { catalogue } from '../catalogue.js';
import { opened } from '../tables/drawing.js';
import { label } from '../tables/label.js';
import { Board } from './board.js';
import { copy, event, opinions } from './panels.js';
import { EQUILIBRIUM, Study } from './study.js';

/** What cost less than this is not told. */
const LOSS = 0.05;

/** No player for a word of chance, and any for an action. */
const chance = (word) => (/^(deal|pile|lot|refill|prize|roll|board):/.test(word) ? null : 0);

class Replay {
    constructor(main, { record, thoughts = {}, ply, bot = '', other = '', tab = '', locks = [], isLine }, game) {
        Object.assign(this, { record, thoughts, game, played: record, bot, other, tab, locks, isLine });
        this.begin(record);
        const names = record.bots ?? [];
        this.who = html('select', { id: 'who' });
        this.names = (players) => Array.from({ length: players }, (_, seat) => names[seat] ?? text('player n', seat));
        this.board = new Board(() => {}, () => {});
        this.where = html('input', { type: 'range', min: 0, value: 0, 'aria-label': text('record') });
        this.number = html('output', {});
        this.status = html('p', { class: 'status', 'aria-live': 'polite' });
        this.side = html('aside', {});
        this.study = new Study(this, (chosen) => this.choose(chosen));
        const go = (name, key, ply) => html('button', { type: 'button', 'aria-label': text(name), title: text(name), onclick: () => this.go(ply()) }, key);
        this.where.addEventListener('input', () => this.go(Number(this.where.value)));
        this.who.addEventListener('change', () => this.show());
        main.append(html('div', { class: 'play replay' },
            html('div', { class: 'bar' }, html('h1', {}, game?.title ?? record.game), this.status),
            this.board.stage,
            html('div', { class: 'below steps' },
                html('div', { class: 'buttons' }, go('first', '«', () => 0), go('back', '‹', () => this.ply - 1), go('forward', '›', () => this.ply + 1), go('last', '»', () => this.last)),
                this.where, this.number, html('label', { for: 'who', class: 'unseen' }, text('view')), this.who),
            this.side), this.study.place);
        this.press = (event) => {
            if (event.defaultPrevented || event.target.closest?.('select, textarea, input, [role=tab], .wide-table') || event.ctrlKey || event.metaKey || event.altKey) return;
            const ply = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last }[event.key];
            if (ply === undefined) return;
            event.preventDefault();
            this.go(ply);
        };
        document.addEventListener('keydown', this.press);
        this.go(ply ?? (record.returns ? 1 : this.last));
    }

    /** Looks at this record from now on. */
    begin(record) {
        Object.assign(this, { record, last: record.actions.length, shown: new Map(), opinions: new Map(), others: new Map(), reviewed: null });
    }

    /** Leaves the record at this position for another action, and lets chance decide what follows it. */
    async leave(word) {
        const { record } = this;
        const { id, game, options, bots } = record;
        try {
            const dealt = await this.dealt({ id, game, options, bots, actions: [...record.actions.slice(0, this.ply), word] });
            // A second click while the answer was awaited has led elsewhere.
            if (record !== this.record) return;
            this.begin(dealt);
            this.go(this.last);
        } catch (error) {
            message(error.message);
        }
    }

    async dealt(record) {
        return { ...record, actions: (await post('/api/deals', { record })).actions };
    }

    async go(ply) {
        this.ply = Math.max(0, Math.min(this.last, ply));
        const [asked, record] = [this.ply, this.record];
        this.where.max = this.last;
        this.where.value = asked;
        this.number.textContent = text('position', asked, this.last);
        try {
            const position = this.shown.get(asked) ?? await post('/api/positions', { record, ply: asked });
            // An answer about a record that was left meanwhile is of no use.
            if (record !== this.record) return;
            this.shown.set(asked, position);
        } catch (error) {
            message(error.message);
            return;
        }
        // Only the last that was asked for is shown.
        if (asked !== this.ply) return;
        this.show();
        this.ask();
        this.address();
    }

    /** Chooses another strategy, view or behaviour that is fixed. */
    choose(chosen) {
        Object.assign(this, chosen);
        if ('bot' in chosen || 'locks' in chosen) this.opinions = new Map();
        if ('other' in chosen || 'locks' in chosen) this.others = new Map();
        this.show();
        this.ask();
        this.address();
    }

    /** Goes to a position of the game, which leaves the record. */
    lead(actions) {
        const { id, game, options, bots } = this.record;
        this.begin({ id, game, options, bots, actions });
        this.go(this.last);
        this.board.stage.scrollIntoView({ block: 'nearest' });
    }

    /** The cards as they were dealt, to be given anew: by chance or as they are written. */
    dealing() {
        const { game, options, actions: [deal] } = this.record;
        if (deal === undefined || chance(deal) !== null) return null;
        const words = html('input', { value: deal, spellcheck: 'false', autocomplete: 'off', 'aria-label': text('deal as') });
        const begin = async (actions) => {
            try {
                const record = await this.dealt({ game, options, actions });
                this.lead(record.actions);
            } catch (error) {
                message(error.message);
            }
        };
        const submit = (event) => {
            event.preventDefault();
            begin([words.value.trim()]);
        };
        return html('details', { class: 'panel' }, html('summary', {}, text('another deal')),
            html('button', { type: 'button', class: 'wide', 'data-deal': 'new', onclick: () => begin([]) }, text('deal by chance')),
            html('form', { class: 'dealt', onsubmit: submit }, words, html('button', { type: 'submit', 'data-deal': 'given' }, text('deal as'))));
    }

    /** Keeps the address that of what is shown, where it holds the record itself. */
    address() {
        if (this.isLine) history.replaceState(null, '', this.link());
    }

    /** What a strategy thinks of a position. */
    opinion(ply, bot) {
        const { record, locks } = this;
        return bot === EQUILIBRIUM ? post('/api/studies/opinion', { record, ply, bot, locks }) : post('/api/opinions', { record, ply, bot });
    }

    /** Asks the bots that were chosen what they think here. */
    ask() {
        this.askOne(this.bot, this.opinions, () => this.opinions);
        this.askOne(this.other, this.others, () => this.others);
    }

    /** Asks one bot; with another one or on another line there is another list. */
    async askOne(bot, list, now) {
        const { ply } = this;
        // Where the position is still awaited the bot is asked when it is there.
        if (!bot || list.has(ply) || (this.shown.get(ply)?.turn ?? null) === null) return;
        list.set(ply, null);
        try {
            list.set(ply, await this.opinion(ply, bot));
            if (list === now() && ply === this.ply) this.show();
        } catch (error) {
            list.delete(ply);
            if (list === now()) message(error.message);
        }
    }

    /** The legal actions, with what a bot thinks of them; each can be played. */
    choices(names) {
        const { turn, legal } = this.shown.get(this.ply);
        if (turn === null) return null;
        const opinion = this.opinions.get(this.ply);
        const second = this.others.get(this.ply);
        const bots = html('select', { 'data-bot': '', 'aria-label': text('ask a bot') }, [['', text('ask a bot')], ...this.study.strategies().map((spec) => [spec, spec === EQUILIBRIUM ? text('equilibrium') : spec])]
            .map(([value, label]) => html('option', { value, selected: value === this.bot }, label)));
        bots.addEventListener('change', () => this.choose({ bot: bots.value }));
        const actions = opinion?.actions ?? legal.map((word) => [word]);
        return html('section', { class: 'panel choices' }, html('h2', {}, text("other's turn", names[turn])), bots,
            html('div', { class: 'scroll' }, opinions(actions, (word) => this.leave(word))),
            opinion ? html('p', {}, html('small', {}, text(opinion.exact ? 'exact values' : this.bot === EQUILIBRIUM ? 'values found here' : 'values of the bot'))) : null,
            second ? [html('h3', {}, this.other === EQUILIBRIUM ? text('equilibrium') : this.other), html('div', { class: 'scroll' }, opinions(second.actions))] : null,
            this.study.about ? html('button', { type: 'button', class: 'wide', 'data-play-on': '', onclick: ({ target }) => this.playOn(target) }, text('play on', this.opponent())) : null);
    }

    /** The bot against which a position is played on. */
    opponent() {
        return this.bot && this.bot !== EQUILIBRIUM ? this.bot : this.game.adviser;
    }

    /** Opens a table at which the hand goes on from here, with the person in the place of the player to move. */
    async playOn(button) {
        const { record: { game, options = {}, actions }, ply } = this;
        const { turn, seats } = this.shown.get(ply);
        button.disabled = true;
        const others = seats.slice(1).map(() => this.opponent());
        try {
            const told = Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)]));
            const name = setting('name') || text('anonymous');
            const made = await post('/api/rooms', { game, options: told, side: turn, others, name, practice: true, pace: 800, begun: actions.slice(0, ply) });
            keepRoom(made.room, { key: made.key, game, others: others.join(', ') });
            location.hash = `#/room/${made.room}`;
        } catch (error) {
            button.disabled = false;
            message(error.message);
        }
    }

    show() {
        const shown = this.shown.get(this.ply);
        // The position is on its way, and is shown when it is there.
        if (!shown) return;
        const players = shown.seats.length;
        const names = this.names(players);
        this.players = names;
        if (this.who.options.length === 0) {
            this.who.append(html('option', { value: 'open' }, text('open')), ...names.map((name, seat) => html('option', { value: seat }, text('as seen by', name))));
        }
        const seat = this.who.value === 'open' ? 0 : Number(this.who.value);
        const drawings = shown.seats.map(({ drawing }) => drawing).filter(Boolean);
        const drawing = this.who.value === 'open' && drawings.length === players ? opened(drawings) : shown.seats[seat].drawing;
        const { options = {}, game } = this.record;
        this.board.show({ drawing, text: this.who.value === 'open' ? shown.state : shown.seats[seat].text, seat, seats: names, names, options, game, sorted: true, over: shown.turn === null, legal: null });
        const word = this.record.actions[this.ply - 1];
        this.status.replaceChildren(html('strong', {}, shown.returns ? `${text('over')}: ${shown.returns.map((won, n) => `${names[n]} ${signed(won)}`).join(', ')}` : shown.turn === null ? text('chance') : text("other's turn", names[shown.turn])),
            word === undefined ? '' : html('span', { class: 'last' }, event(chance(word), word, names)));
        this.furnish(names);
        this.study.show();
    }

    furnish(names) {
        const thought = this.thoughts[this.ply];
        const shown = this.shown.get(this.ply);
        const varies = this.record !== this.played;
        this.side.replaceChildren(html('div', { class: 'panels' },
            this.choices(names),
            varies ? html('section', { class: 'panel' }, html('p', {}, text('another line')), html('button', { type: 'button', class: 'wide', onclick: () => { this.begin(this.played); this.go(this.ply); } }, text('to the record'))) : null,
            thought && !varies ? html('section', { class: 'panel' }, html('h2', {}, text('thought', names[shown.turn] ?? '')), opinions(thought)) : null,
            this.lookedBack?.record === this.record ? this.chances(names) : this.game?.hindsight && (this.record.returns || this.shown.get(this.last)?.returns)
                ? html('section', { class: 'panel' }, html('button', { type: 'button', class: 'wide', 'data-hindsight': '', onclick: ({ target }) => this.lookBack(target) }, text('could have won'))) : null,
            this.reviewed ? this.losses(names) : this.last < 2 ? null : html('section', { class: 'panel' }, html('button', { type: 'button', class: 'wide', 'data-review': '', onclick: ({ target }) => this.review(target) }, text('review'))),
            html('section', { class: 'panel' }, html('h2', {}, text('so far')), html('ol', { class: 'log words', tabindex: 0, 'aria-label': text('so far') },
                this.record.actions.map((word, n) => html('li', {}, html('button', { type: 'button', class: n === this.ply - 1 ? 'quiet here' : 'quiet', 'aria-current': n === this.ply - 1 ? 'true' : undefined, onclick: () => this.go(n + 1) }, event(chance(word), word, names)))))),
            this.dealing(),
            html('section', { class: 'panel' }, html('button', { type: 'button', class: 'wide', onclick: () => copy(JSON.stringify(this.record)) }, text('download')),
                html('button', { type: 'button', class: 'wide', onclick: () => copy(this.link()) }, text('copy position')))));
        const list = this.side.querySelector('.log');
        const here = list.querySelector('.here');
        if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    }

    /** The bot that judges: a solution found here does not. */
    judge() {
        return this.bot && this.bot !== EQUILIBRIUM ? this.bot : null;
    }

    async review(button) {
        const { record } = this;
        button.disabled = true;
        button.textContent = text('reviewing');
        try {
            const reviewed = await post('/api/reviews', { record, bot: this.judge() });
            if (record !== this.record) return;
            this.reviewed = reviewed;
        } catch (error) {
            message(error.message);
        }
        this.show();
    }

    /** Asks whether the hand could have been won with the cards as they lay. */
    async lookBack(button) {
        const { record } = this;
        button.disabled = true;
        button.textContent = text('reviewing');
        try {
            const { seats } = await post('/api/hindsights', { record, bot: this.judge() });
            if (record !== this.record) return;
            this.lookedBack = { record, seats };
        } catch (error) {
            message(error.message);
        }
        this.show();
    }

    chances(names) {
        const chance = (seat, { ply, played, value, line, by, opinion }) => [
            html('p', {}, text(value > 0 ? 'chance to win' : value < 0 ? 'chance to lose less' : 'chance to draw', names[seat], Math.abs(value), label(line[0]), label(played))),
            html('button', { type: 'button', class: 'wide', onclick: () => this.go(ply) }, text('to that decision')),
            html('button', { type: 'button', class: 'wide', 'data-line': '', onclick: () => this.follow(ply, line) }, text('show the line')),
            html('p', {}, text('what could be known', by)), opinions(opinion.actions)];
        const seat = (told) => (told.chance ? chance(told.seat, told.chance) : html('p', {}, text('no chance', names[told.seat])));
        return html('section', { class: 'panel hindsight' }, html('h2', {}, text('could have won')), this.lookedBack.seats.map(seat), html('p', {}, html('small', {}, text('open cards'))));
    }

    /** Leaves the record at a position for a line to the end of the hand. */
    follow(ply, line) {
        const { id, game, options, bots, actions } = this.record;
        this.begin({ id, game, options, bots, actions: [...actions.slice(0, ply), ...line] });
        this.go(ply + 1);
    }

    losses(names) {
        const found = this.reviewed.decisions.filter(({ loss }) => loss >= LOSS).sort((one, other) => other.loss - one.loss);
        const line = ({ ply, seat, played, best, loss }) => html('li', {}, html('button', { type: 'button', class: 'quiet', onclick: () => this.go(ply) },
            html('b', {}, names[seat]), ` ${label(played)} `, html('span', { class: 'loss' }, signed(-loss)), ` · ${text('best')}: ${label(best)}`));
        return html('section', { class: 'panel losses' }, html('h2', {}, text('loss')), html('p', {}, text(this.reviewed.exact ? 'review exactly by' : 'review by', this.reviewed.judge)),
            found.length ? html('ol', {}, found.slice(0, 12).map(line)) : html('p', {}, text('no losses')));
    }

    /** A link to this position, which holds the record itself. */
    link() {
        const { record: { game, options, actions, bots }, ply, bot, other, tab, locks } = this;
        const parts = [ply, JSON.stringify({ game, options, actions, ...(this.isLine && bots ? { bots } : {}) }), bot, other, tab, locks.length ? JSON.stringify(locks) : ''];
        while (parts.at(-1) === '') parts.pop();
        return `${location.href.split('#')[0]}#/line/${parts.map(encodeURIComponent).join('/')}`;
    }

    close() {
        document.removeEventListener('keydown', this.press);
    }
}

/** A record that is pasted. */
function paste(main, show) {
    const line = html('textarea', { rows: 6, id: 'line', spellcheck: 'false', placeholder: '{"game":"kuhn","actions":["deal:J,Q","bet","pass"]}' });
    const submit = (event) => {
        event.preventDefault();
        try {
            show({ record: JSON.parse(line.value) });
        } catch (error) {
            message(error.message);
        }
    };
    main.append(html('form', { class: 'sheet', onsubmit: submit }, html('h1', {}, text('record')), html('p', { class: 'field' }, html('label', { for: 'line' }, text('paste')), line),
        html('button', { class: 'primary', type: 'submit' }, text('show'))));
}

async function replay(main, told) {
    const { games } = await catalogue();
    if (!Array.isArray(told.record?.actions)) throw new Error(text('no record'));
    main.replaceChildren();
    const shown = new Replay(main, told, games.find((game) => game.name === told.record.game));
    return () => shown.close();
}

/** A record of this server, or one that is pasted. */
export async function record(main, name) {
    if (name) return replay(main, await get(`/api/records/${encodeURIComponent(name)}`));
    let leave;
    paste(main, async (told) => { leave = await replay(main, told).catch((error) => message(error.message)); });
    return () => leave?.();
}

/** A position of a record that its link holds. */
export const line = async (main, ply, told, bot, other, tab, locks) => replay(main, { record: JSON.parse(told), ply: Number(ply), bot, other, tab, locks: locks ? JSON.parse(locks) : [], isLine: true });

/** A game from a new deal, to be looked into. */
export async function explore(main, game) {
    const { actions } = await post('/api/deals', { record: { game, actions: [] } });
    return replay(main, { record: { game, options: {}, actions }, isLine: true });
}
