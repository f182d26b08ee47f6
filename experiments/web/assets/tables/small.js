// The tables of small games: poker, dice, auctions.

import { html, svg } from '../element.js';
import { text } from '../language.js';
import { pretty } from '../cards/piece.js';
import { part, row } from './drawing.js';

/** A die with its pips. */
export function die(face) {
    const places = { 1: [[20, 20]], 2: [[10, 10], [30, 30]], 3: [[10, 10], [20, 20], [30, 30]], 4: [[10, 10], [30, 10], [10, 30], [30, 30]], 5: [[10, 10], [30, 10], [20, 20], [10, 30], [30, 30]], 6: [[10, 10], [30, 10], [10, 20], [30, 20], [10, 30], [30, 30]] };
    const pips = places[face]?.map(([cx, cy]) => svg('circle', { cx, cy, r: 3.6 }));
    return svg('svg', { viewBox: '0 0 40 40', class: 'die', role: 'img', 'aria-label': face === '[]' ? text('card back') : face },
        svg('rect', { x: 1, y: 1, width: 38, height: 38, rx: 8 }), pips ?? svg('text', { x: 20, y: 27 }, '?'));
}

export const steps = (word) => (/^\d+$/.test(word) ? [word] : []);

function said(table) {
    const words = (table.fact('said') ?? '').split(' ').filter(Boolean);
    return part(text('bets'), html('ol', { class: 'said' }, words.length ? words.map((word) => html('li', {}, pretty(word))) : html('li', {}, '—')));
}

function poker(table, view) {
    const paid = [table.fact('paid 0'), table.fact('paid 1')];
    const hand = (seat) => part(`${view.names[seat]}${paid[0] === undefined ? '' : ` · ${text('paid')} ${paid[seat]}`}`, row(table.pieces('hand', seat), { kind: 'hand' }));
    const board = table.pieces('board');
    return [html('div', { class: 'far' }, table.others(view.seats.length).map(hand)),
        html('div', { class: 'middle' }, table.all('board').length ? part(text('board'), board.length ? row(board) : html('span', { class: 'card none' })) : null, said(table)),
        html('div', { class: 'near' }, hand(table.seat))];
}

function dice(table, view) {
    const cup = (seat) => part(view.names[seat], html('div', { class: 'row' }, table.pieces('dice', seat).map(die)));
    return [html('div', { class: 'far' }, cup(1 - table.seat)), html('div', { class: 'middle' }, said(table), part(text('wild'), die(table.fact('wild')))), html('div', { class: 'near' }, cup(table.seat))];
}

function auction(table) {
    const rounds = (table.fact('rounds') ?? '').split(' ').filter(Boolean).map((round) => round.split(':'));
    const marks = { won: '✓', lost: '✗', tie: '=', 'not-decided': '…' };
    return [html('div', { class: 'middle' }, part(text('prize'), row(table.pieces('prize'))),
        part(text('round'), html('ol', { class: 'said' }, rounds.map(([prize, bid, outcome]) => html('li', {}, `${prize}: ${bid} ${marks[outcome] ?? outcome}`))))),
    html('div', { class: 'near' }, row(table.pieces('hand'), { kind: 'hand mine', token: (card) => card }))];
}

export function draw(table, view) {
    const parts = { poker, dice, auction }[table.layout](table, view);
    return html('div', { class: `table small-table ${table.layout}` }, parts);
}
