// The board of Klondike Chess.

import { html } from '../element.js';
import { text } from '../language.js';
import { piece } from '../cards/piece.js';
import { choice, pile, row } from './drawing.js';

let thrones = ['', ''];
let seat = 0;

/** `c1.lo>d2.hi`: the places alone; which end it is, is asked where both are possible. */
export function steps(word) {
    const place = (name) => (name === 'throne' ? thrones[1 - seat] : name === 'own' ? thrones[seat] : name.replace(/[.:].*$/, ''));
    if (word === 'draw' || word === 'reshuffle') return ['pile'];
    if (word.startsWith('set:')) return [word.slice(4)];
    if (word.startsWith('flip:')) return [word.slice(5)];
    if (word.startsWith('add:')) return ['waste', place(word.slice(4))];
    if (/^[a-h][1-8]-[a-h][1-8]$/.test(word)) return word.split('-');
    return word.includes('>') ? word.split('>').map(place) : [];
}

export function draw(table, view) {
    seat = table.seat;
    thrones = [table.fact('throne 0'), table.fact('throne 1')];
    const starts = [0, 1].map((one) => table.fact(`starts ${one}`).split(' '));
    const lines = seat === 0 ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    const files = seat === 0 ? [...'hgfedcba'] : [...'abcdefgh'];
    const squares = lines.flatMap((line) => files.map((file, column) => {
        const name = `${file}${line}`;
        const throne = thrones.indexOf(name);
        const pieces = throne >= 0 ? table.pieces('throne', throne).slice(-1) : table.all(name).flatMap((place) => place.pieces);
        const start = starts.findIndex((names) => names.includes(name));
        const kind = ['square', (files.indexOf(file) + line) % 2 ? 'odd' : '', throne >= 0 ? `throne of-${throne}` : '', start >= 0 ? `start of-${start}` : ''].join(' ');
        const cards = pieces.map((one) => piece(one));
        const label = `${name}${throne >= 0 ? ` ${text('throne')}` : ''}: ${cards.map((card) => card.getAttribute('aria-label')).join(' ') || text('empty')}`;
        return html('div', { class: kind }, choice(name, label, html('span', { class: `stack ${cards.length > 3 ? 'tall' : ''}` }, cards),
            column === 0 ? html('span', { class: 'rank' }, String(line)) : null, line === lines[7] ? html('span', { class: 'file' }, file) : null));
    }));
    const hand = table.pieces('hand');
    return html('div', { class: 'table klondike-table' },
        html('div', { class: 'chessboard' }, squares),
        html('div', { class: 'beside' },
            pile(table.pieces('pile'), { token: 'pile', label: text('pile') }),
            pile(table.pieces('waste'), { token: 'waste', label: text('waste') }),
            html('p', { class: 'duty' }, text('turn', table.fact('turn')), ' · ', view.names[seat], seat === 0 ? ' ♣♠' : ' ♥♦'),
            hand.length ? row(hand, { kind: 'small mine', token: (card) => card, label: text('you') }) : null));
}
