// The table of Schikanöschen: stacks E to H fanned, all others squared, labels A to H.

import { html } from '../element.js';
import { text } from '../language.js';
import { piece } from '../cards/piece.js';
import { choice, pile } from './drawing.js';

export function steps(word) {
    if (word === 'turn') return ['turn'];
    if (word.startsWith('joker:')) return [word.slice(6), 'out'];
    if (word.startsWith('flip:')) return [word.slice(5)];
    return word.includes('>') ? word.split('>') : [];
}

/** A card in hand is the source of whatever is done. */
export const given = (words) => (words.every((word) => steps(word)[0] === '@') ? ['@'] : []);

function board(table, name) {
    const pieces = table.pieces(name);
    const cards = pieces.length ? pieces.map((one) => piece(one)) : [html('span', { class: 'card none' })];
    const top = pieces.at(-1);
    const label = `${name}: ${top ? cards.at(-1).getAttribute('aria-label') : text('empty')}, ${pieces.length}`;
    return html('div', { class: 'fan' }, choice(name, label, cards), html('span', { class: 'name' }, name[0]));
}

function own(table, seat, mine) {
    const squared = (letter, word) => pile(table.pieces(`${letter}${seat}`), { token: letter === 'A' && mine ? 'turn' : `${letter}${seat}`, label: `${letter} · ${text(word)}` });
    const warned = table.facts.some(([name, value]) => name === 'warned' && Number(value) === seat);
    return html('div', { class: mine ? 'near own' : 'far own' }, squared('A', 'main'), squared('B', 'discard'), squared('C', 'side'),
        warned ? html('strong', {}, text('warned')) : null);
}

export function draw(table) {
    const [me, other] = [table.seat, 1 - table.seat];
    const held = table.pieces('@');
    const column = (seat, letters) => html('div', { class: 'column' }, letters.map((letter) => board(table, `${letter}${seat}`)));
    const finals = table.all('D').map((place, n) => html('div', { class: 'final' }, choice('D', `D${n + 1}: ${place.pieces[0] ?? text('empty')}`, place.pieces.length ? piece(place.pieces[0]) : html('span', { class: 'card none' }))));
    return html('div', { class: 'table schikanoeschen-table' },
        own(table, other, false),
        html('div', { class: 'board' },
            column(other, ['H', 'G', 'F', 'E']),
            html('div', { class: 'finals', role: 'group', 'aria-label': text('final') }, finals),
            column(me, ['E', 'F', 'G', 'H'])),
        html('div', { class: 'held' },
            held.length ? html('span', { class: 'in-hand' }, text('held'), ' ', choice('@', held[0], piece(held[0]))) : null,
            choice('out', text('out of the game'), html('span', { class: 'out' }, text('out of the game')))),
        own(table, me, true));
}
