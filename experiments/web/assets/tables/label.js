// What an action is called on a button.

import { html } from '../element.js';
import { text, textIf } from '../language.js';
import { pretty } from '../cards/piece.js';
import { FRENCH } from '../cards/suits.js';
import { die } from './small.js';

/** The text of a button. */
export function label(word) {
    const exact = textIf(`w:${word}`);
    if (exact) return exact;
    const [verb, rest] = word.split(':');
    const known = rest !== undefined && textIf(`w:${verb}`);
    if (known) return known.includes('{0}') ? text(`w:${verb}`, FRENCH[rest]?.symbol ?? rest) : `${known} ${pretty(rest)}`;
    return pretty(word);
}

/** The button's content: a bid of dice has its die. */
export function labelled(word) {
    const bid = /^(\d+)x(\d)$/.exec(word);
    return bid ? html('span', { class: 'bid' }, `${bid[1]} ×`, die(bid[2])) : label(word);
}
