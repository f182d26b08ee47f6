// The rules of a game for people, if the page has them, what its engine says of it, the options that were chosen, and how
// a hand by them begins.

import { html } from '../element.js';
import { text } from '../language.js';
import { setting } from '../settings.js';
import { post } from '../server.js';
import { Drawing } from '../tables/drawing.js';
import { layoutOf } from '../tables/layouts.js';
import english from './en.js';
import german from './de.js';

/** The value of an option as a record has it. */
const value = (word) => ({ true: true, false: false, none: null })[word] ?? (/^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word);

export class Rules {
    /** The rules of a game: paragraphs, and lists of short points. */
    constructor(game) {
        this.game = game;
        const found = (setting('language') === 'de' ? german : english)[game.name];
        const part = (one) => (Array.isArray(one) ? html('ul', {}, one.map((point) => html('li', {}, point))) : html('p', {}, one));
        this.chosen = html('div', {});
        this.picture = html('figure', { class: 'beginning', hidden: true });
        this.place = html('section', { class: 'rules' }, html('h2', {}, text('rules')), this.picture, found?.map(part) ?? null, this.chosen,
            html('p', {}, html('small', {}, `${text('pack')}: ${game.cards}. ${text('checks')}: ${game.status}.`)));
    }

    /** Shows the options that differ from the usual ones, and a table by them. */
    show(options) {
        const about = (key) => this.game.options.find((option) => option.key === key)?.about;
        const line = ([key, word]) => html('li', {}, html('strong', {}, `${key.replaceAll('_', ' ')}: ${word}`), about(key) ? ` · ${about(key)}` : '');
        const chosen = Object.entries(options);
        this.chosen.replaceChildren(...(chosen.length ? [html('h3', {}, text('chosen options')), html('ul', {}, chosen.map(line))] : []));
        this.options = options;
        this.begin(options).catch(() => { this.picture.hidden = true; });
    }

    /** Draws the table at its first decision with cards, as the player sees it who begins. */
    async begin(options) {
        const record = { game: this.game.name, options: Object.fromEntries(Object.entries(options).map(([key, word]) => [key, value(word)])), actions: [] };
        let shown;
        // Before the deal of some games the players choose something.
        for (let tries = 0; tries < 3; tries += 1) {
            record.actions = (await post('/api/deals', { record })).actions;
            shown = await post('/api/positions', { record, ply: record.actions.length });
            if (!shown.legal || shown.seats[0].drawing?.places.some(([name]) => name !== 'lot')) break;
            record.actions.push(shown.legal[0]);
        }
        const seat = shown.turn ?? 0;
        const { drawing } = shown.seats[seat];
        if (!drawing || this.options !== options) return;
        const names = shown.seats.map((_, n) => (n === seat ? text('you') : text('player n', n)));
        const view = { drawing, seat, seats: names, names, options: record.options, game: record.game, sorted: true, over: false, legal: null };
        // It is looked at, and nothing on it can be chosen.
        this.picture.replaceChildren(html('div', { class: 'shown', inert: true }, layoutOf(drawing).draw(new Drawing(drawing, seat), view)), html('figcaption', {}, text('a hand begins')));
        this.picture.hidden = false;
    }
}
