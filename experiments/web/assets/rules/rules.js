// The rules of a game for people, if the page has them, and what its engine says of it.

import { html } from '../element.js';
import { text } from '../language.js';
import { setting } from '../settings.js';
import english from './en.js';
import german from './de.js';

/** The rules of a game: paragraphs, and lists of short points. */
export function rules(game) {
    const found = (setting('language') === 'de' ? german : english)[game.name];
    const part = (one) => (Array.isArray(one) ? html('ul', {}, one.map((point) => html('li', {}, point))) : html('p', {}, one));
    return html('section', { class: 'rules' }, html('h2', {}, text('rules')), found?.map(part) ?? null,
        html('p', {}, html('small', {}, `${text('pack')}: ${game.cards}. ${text('checks')}: ${game.status}.`)));
}
