// The trick table: Kinderschnapsen, Sixty-six, Schnapsen.

import { html } from '../element.js';
import { text } from '../language.js';
import { FRENCH } from '../cards/suits.js';
import { piece } from '../cards/piece.js';
import { isFrench } from '../cards/french.js';
import { part, pile, row } from './drawing.js';

const ORDER = 'A K Q J T 9 7 2'.split(' ');
// Where ten counts above king.
const SIXTY_SIX = 'A T K Q J 9'.split(' ');

/** The hand in the order of the table: clubs, spades, hearts, diamonds, each from the highest down. */
export function sorted(cards, game) {
    const ranks = game === 'kinderschnapsen' ? ORDER : SIXTY_SIX;
    const key = (card) => 100 * 'CSHD'.indexOf(card[1]) + ranks.indexOf(card[0]);
    return [...cards].sort((one, other) => key(one) - key(other));
}

export const steps = (word) => (isFrench(word) ? [word] : []);

function trickPile(table, owner, label) {
    const pieces = table.pieces('tricks', owner);
    if (pieces.length === 0) return pile([], { label, count: false });
    if (pieces[0] === '[]') return pile(pieces, { label, count: false });
    return html('details', { class: 'tricks' }, html('summary', {}, `${label}: ${pieces.length / 2}`), row(pieces, { kind: 'small' }));
}

export function draw(table, view) {
    const [other, me] = [1 - table.seat, table.seat];
    const talon = table.pieces('talon');
    const trump = table.fact('trump');
    const last = table.all('last')[0];
    const lead = table.pieces('trick');
    const hand = view.sorted ? sorted(table.pieces('hand', me), view.game) : table.pieces('hand', me);
    const closed = table.fact('closed');
    const under = talon[0];
    const stock = html('div', { class: 'stock', role: 'img', 'aria-label': `${text('talon')}: ${talon.length}${under ? `, ${under}` : ''}` },
        closed === undefined && under ? piece(under, { class: 'card turnup' }) : null,
        talon.length > 1 || closed !== undefined ? piece('[]', { class: 'card top' }) : null,
        talon.length === 0 ? html('span', { class: 'card none' }) : null,
        talon.length ? html('span', { class: 'count' }, String(talon.length)) : null);
    return html('div', { class: 'table tricks-table' },
        html('div', { class: 'far' }, row(table.pieces('hand', other), { kind: 'hand', label: view.names[other] }), trickPile(table, other, text('tricks of'))),
        html('div', { class: 'middle' },
            html('div', { class: 'talon' }, stock, html('p', {}, closed === undefined ? null : html('strong', {}, text('closed')), ' ',
                html('span', { class: FRENCH[trump].red ? 'trump red' : 'trump' }, `${text('trump')} ${FRENCH[trump].symbol}`))),
            part(text('on the table'), html('div', { class: 'felt' }, lead.length ? piece(lead[0]) : html('span', { class: 'card none' })),
                html('p', { class: 'duty' }, view.over ? '' : text(table.fact('duty')))),
            part(text('last trick'), last?.pieces.length ? row(last.pieces, { kind: 'small', label: text('last trick') }) : html('span', { class: 'card none small' }),
                html('p', { class: 'duty' }, last?.pieces.length ? view.names[last.owner] : ''))),
        html('div', { class: 'near' }, row(hand, { kind: 'hand mine', token: (card) => card, label: view.names[me] }), trickPile(table, me, text('tricks of'))));
}
