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

// What the three figures wear: a crown, a wreath of pearls, a cap with a feather. Each is one half, the other is turned.
const HEADWEAR = {
    K: () => [svg('path', { d: 'M-8 -21L-9.5 -30L-4.5 -25.5L0 -31.5L4.5 -25.5L9.5 -30L8 -21Z', class: 'gold' })],
    Q: () => [svg('path', { d: 'M-8 -20.5C-7 -26 7 -26 8 -20.5L8 -18.5C5 -21.5 -5 -21.5 -8 -18.5Z', class: 'gold' }),
        ...[[-6.5, -25], [0, -27], [6.5, -25]].map(([cx, cy]) => svg('circle', { cx, cy, r: 1.9, class: 'gold' }))],
    J: () => [svg('path', { d: 'M-9 -19.5C-9 -27 8 -28 9.5 -19.5Z', class: 'cloth' }), svg('path', { d: 'M5 -23C9 -31 14 -30 15 -27C11 -27 9 -25 7 -22Z', class: 'gold' })],
};

function half(rank) {
    const hair = rank === 'K' ? 'M-7 -19H7V-10C5 -4 -5 -4 -7 -10Z' : rank === 'Q' ? 'M-8.5 -18C-9 -25 9 -25 8.5 -18L10 -4H-10Z' : 'M-8 -20H8V-11H-8Z';
    return [
        svg('path', { d: hair, class: 'hair' }),
        svg('path', { d: 'M-18 0C-18 -7 -10 -8.5 -4.5 -9.5H4.5C10 -8.5 18 -7 18 0Z', class: 'cloth' }),
        svg('path', { d: 'M-4.5 -9.8L0 0L4.5 -9.8Z', class: 'gold' }),
        svg('ellipse', { cx: 0, cy: -15, rx: 5.6, ry: 6.8, class: 'skin' }),
        rank === 'K' ? svg('path', { d: 'M-5.4 -13.5C-4 -11.5 4 -11.5 5.4 -13.5C5 -6.5 -5 -6.5 -5.4 -13.5Z', class: 'hair' }) : null,
        svg('circle', { cx: -2.1, cy: -16, r: 0.75, class: 'ink' }), svg('circle', { cx: 2.1, cy: -16, r: 0.75, class: 'ink' }),
        HEADWEAR[rank](),
    ];
}

function figure(rank, suit) {
    return svg('g', {},
        svg('rect', { x: 13, y: 11, width: 38, height: 68, rx: 3, class: 'frame' }),
        svg('g', { transform: 'translate(32 44.6)' }, half(rank)),
        svg('g', { transform: 'translate(32 45.4) rotate(180)' }, half(rank)),
        svg('path', { d: 'M13.4 45H50.6', class: 'sash' }),
        pip(suit, 19, 18, 8), pip(suit, 45, 72, 8, true));
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
