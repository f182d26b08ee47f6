// The table of Recipippes.

import { html } from '../element.js';
import { text } from '../language.js';
import { piece } from '../cards/piece.js';
import { part, pile, row } from './drawing.js';

/** Sets of cards are chosen in any order; the target comes first or later. */
export function steps(word) {
    const [verb, rest] = word.split(':');
    if (verb === 'capture' || verb === 'steal') return rest.split(/[=,]/);
    if (['discard', 'support', 'defend', 'place'].includes(verb)) return [rest];
    if (word === 'draw') return ['deck'];
    if (word === 'draw:discard') return ['discard pile'];
    return [];
}

export const anyOrder = true;

function player(table, view, seat) {
    const mine = seat === table.seat;
    const captured = table.pieces('captured', seat);
    const excuse = Number(table.fact('excuse')) === seat;
    const points = captured.reduce((sum, name) => sum + (name[0] === 'P' ? 1 : 2), 0);
    return html('div', { class: mine ? 'near' : 'far' },
        row(table.pieces('hand', seat), { kind: 'hand mine', token: mine ? (card) => card : undefined, label: view.names[seat] }),
        part(`${view.names[seat]}: ${points}${excuse ? ` · ${text('excuse')}` : ''}`,
            captured.length ? row(captured, { kind: 'small', token: (card) => card, label: text('captured') }) : null));
}

export function draw(table, view) {
    if (table.all('hand').length === 0) {
        return html('div', { class: 'table' }, part(text('lot'), row(table.pieces('lot'))));
    }
    const target = table.fact('target');
    const strength = table.fact('strength');
    const last = table.fact('last turns');
    const laid = table.pieces('laid');
    const defence = table.pieces('defence');
    return html('div', { class: 'table recipippes-table' },
        table.others(view.seats.length).map((seat) => player(table, view, seat)),
        html('div', { class: 'middle' },
            part(text('display'), row(table.pieces('display'), { token: (card) => card, label: text('display') })),
            pile(table.pieces('pile').toReversed(), { label: text('pile') }),
            pile(table.pieces('deck'), { token: 'deck', label: text('deck') }),
            pile(table.pieces('discard'), { token: 'discard pile', label: text('discard') }),
            laid.length ? part(target ? html('span', {}, text('laid'), ' → ', piece(target, { class: 'card tiny' })) : text('laid'), row(laid, { kind: 'small', token: (card) => card })) : null,
            defence.length || strength ? part(`${text('defence')} · ${text('strength', strength ?? '')}`, row(defence, { kind: 'small' })) : null),
        last ? html('p', { class: 'duty' }, text('last turns', last)) : null,
        player(table, view, table.seat));
}
