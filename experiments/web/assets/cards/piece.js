// A piece on the table: a card of either pack, a joker, a back, a stone or a die; with its name for people.

import { html, svg } from '../element.js';
import { text } from '../language.js';
import { decktet, decktetText, isDecktet } from './decktet.js';
import { french, frenchText, isFrench } from './french.js';

/** The picture of a face-down card. */
export function back() {
    const lines = [];
    for (let n = -4; n < 9; n += 1) {
        lines.push(svg('path', { d: `M${8 * n} 6l50 78M${8 * n} 84l50 -78`, class: 'lattice' }));
    }
    return svg('svg', { viewBox: '0 0 64 90', class: 'back', 'aria-hidden': 'true' },
        svg('rect', { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6, class: 'edge' }),
        svg('svg', { x: 5, y: 5, width: 54, height: 80 }, svg('rect', { width: 54, height: 80, class: 'ground' }), lines),
        svg('rect', { x: 5, y: 5, width: 54, height: 80, rx: 3, class: 'rim' }));
}

function joker() {
    return svg('svg', { viewBox: '0 0 64 90', class: 'face black', 'aria-hidden': 'true' },
        svg('rect', { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6, class: 'paper' }),
        svg('text', { x: 8, y: 16, class: 'index' }, '★'),
        svg('path', { d: 'M32 22l6 15 16 1-12 10 4 16-14-9-14 9 4-16-12-10 16-1z', class: 'star' }));
}

function plain(name) {
    const length = name.length > 2 ? ' narrow' : '';
    return svg('svg', { viewBox: '0 0 64 90', class: 'face plain', 'aria-hidden': 'true' },
        svg('rect', { x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6, class: 'paper' }),
        svg('text', { x: 32, y: 56, class: `large${length}` }, name));
}

/** The name of a piece for people. */
export function pieceText(name) {
    if (name === '[]') return text('card back');
    const bare = name.replace(/[[\]]/g, '');
    if (isFrench(bare)) return frenchText(bare);
    if (isDecktet(bare)) return decktetText(bare);
    return bare === '*' ? 'Joker' : bare;
}

/** A piece: `QS` lies open, `[QS]` is known and lies face down, `[]` is not known. */
export function piece(name, attributes = {}) {
    const down = name.startsWith('[');
    const bare = name.replace(/[[\]]/g, '');
    const picture = name === '[]' ? back() : isFrench(bare) ? french(bare) : isDecktet(bare) ? decktet(bare) : bare === '*' ? joker() : plain(bare);
    const known = down && bare !== '';
    return html('span', { class: `card${known ? ' known' : ''}`, 'data-piece': bare || undefined, role: 'img', 'aria-label': pieceText(name), ...attributes }, picture);
}

/** A text of the notation with suit symbols. */
export function pretty(word) {
    return word.replace(/(?<![A-Za-z0-9])([A2-9TJQK])([CSHD])(?![A-Za-z0-9])/g, (card) => frenchText(card));
}
