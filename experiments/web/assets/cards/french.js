// A card of the French pack.

import { svg } from '../element.js';
import { FRENCH } from './suits.js';

// Where the pips of each number stand, in a field of 40 by 70.
const COLUMNS = { l: 9, m: 20, r: 31 };
const PIPS = {
    A: 'm35', 2: 'm6 m64', 3: 'm6 m35 m64', 4: 'l6 r6 l64 r64', 5: 'l6 r6 m35 l64 r64', 6: 'l6 r6 l35 r35 l64 r64',
    7: 'l6 r6 m20 l35 r35 l64 r64', 8: 'l6 r6 m20 l35 r35 m50 l64 r64', 9: 'l6 r6 l25 r25 m35 l45 r45 l64 r64',
    T: 'l6 r6 m15 l25 r25 l45 r45 m55 l64 r64',
};

function pip(suit, x, y, size, turned) {
    const scale = size / 100;
    const turn = turned ? ` rotate(180 50 50)` : '';
    return svg('path', { d: FRENCH[suit].path, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})${turn}` });
}

// A crown for the king, a wreath for the queen, a feathered cap for the jack: one half, the other is turned.
const FIGURES = {
    K: 'M-15 -6l-3 -16 8 7 4 -11 6 10 6 -10 4 11 8 -7 -3 16z',
    Q: 'M-14 -6c-6 -10 0 -16 4 -12 1 -8 8 -8 10 -2 2 -6 9 -6 10 2 4 -4 10 2 4 12z',
    J: 'M-14 -6c0 -12 10 -16 20 -14 8 -8 14 -6 16 -2 -6 0 -8 4 -8 8 2 4 0 6 -2 8z',
};

function figure(rank, suit) {
    const half = () => [
        svg('path', { d: FIGURES[rank], class: 'figure' }),
        svg('path', { d: 'M-12 -4h24v4h-24z', class: 'band' }),
    ];
    return svg('g', {},
        svg('rect', { x: 13, y: 16, width: 38, height: 58, rx: 3, class: 'frame' }),
        svg('g', { transform: 'translate(32 44)' }, half()),
        svg('g', { transform: 'translate(32 46) rotate(180)' }, half()),
        pip(suit, 21, 25, 10), pip(suit, 43, 65, 10, true));
}

const shown = (rank) => (rank === 'T' ? '10' : rank);

function corner(rank, suit) {
    return svg('g', {},
        svg('text', { x: 7.5, y: 14, class: rank === 'T' ? 'index narrow' : 'index' }, shown(rank)),
        pip(suit, 7.5, 21.5, 8));
}

/** The picture of a card such as `QS`. */
export function french(name) {
    const [rank, suit] = name;
    const pips = PIPS[rank]?.split(' ').map((place) => {
        const y = 10 + Number(place.slice(1));
        return pip(suit, 12 + COLUMNS[place[0]], y, rank === 'A' ? 26 : 13, y > 46);
    });
    return svg('svg', { viewBox: '0 0 64 90', class: `face ${FRENCH[suit].red ? 'red' : 'black'}`, 'aria-hidden': 'true' },
        svg('rect', { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6, class: 'paper' }),
        pips ?? figure(rank, suit), corner(rank, suit),
        svg('g', { transform: 'rotate(180 32 45)' }, corner(rank, suit)));
}

/** Whether a name is that of a card of the French pack. */
export const isFrench = (name) => /^[A2-9TJQK][CSHD]$/.test(name);

/** The name for people. */
export const frenchText = (name) => `${shown(name[0])}${FRENCH[name[1]].symbol}`;
