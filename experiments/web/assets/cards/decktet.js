// A card of the Decktet: a rank and one to three suits.

import { svg } from '../element.js';
import { DECKTET } from './suits.js';

function suit(letter, x, y, size) {
    const { path, colour } = DECKTET[letter];
    return svg('path', { d: path, fill: colour, 'fill-rule': 'evenodd', transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` });
}

const RANKS = { X: '♔', P: '♙', C: '♖' };

/** The picture of a card such as `4MS`, `XL`, `PMSL`. */
export function decktet(name) {
    const [rank, ...suits] = name;
    const special = rank === 'P' || rank === 'C';
    const places = suits.length === 1 ? [[32, 50, 30]] : suits.length === 2 ? [[32, 34, 24], [32, 64, 24]] : [[32, 27, 18], [32, 48, 18], [32, 69, 18]];
    const label = RANKS[rank] ?? rank;
    return svg('svg', { viewBox: '0 0 64 90', class: `face decktet${special ? ' special' : ''}`, 'aria-hidden': 'true' },
        svg('rect', { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6, class: 'paper' }),
        svg('text', { x: 9, y: 16, class: 'index' }, label),
        suits.map((letter, n) => suit(letter, 9, 25 + 10 * n, 8)),
        suits.map((letter, n) => suit(letter, ...places[n])),
        svg('g', { transform: 'rotate(180 32 45)' }, svg('text', { x: 9, y: 16, class: 'index' }, label)));
}

/** Whether a name is that of a card of the Decktet. */
export const isDecktet = (name) => /^([A2-9X][MSWLYK]{1,2}|[PC][MSWLYK]{3})$/.test(name);

const KIND = { X: 'Crown', P: 'Pawn', C: 'Court', A: 'Ace' };

/** The name for people. */
export const decktetText = (name) => `${KIND[name[0]] ?? name[0]} ${[...name.slice(1)].map((letter) => DECKTET[letter].name).join('+')}`;
