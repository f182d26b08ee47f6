// What an action is called on a button.

import { html } from '../element.js';
import { text, textIf } from '../language.js';
import { pieceText, pretty } from '../cards/piece.js';
import { FRENCH } from '../cards/suits.js';
import { die } from './small.js';

/** A list of cards of the notation for people. */
const cards = (list) => list.split(/[,/]/).map(pieceText).join(', ');

/** The text of a button. */
export function label(word) {
    const exact = textIf(`w:${word}`);
    if (exact) return exact.includes('{0}') ? text(`w:${word}`, text('a card')) : exact;
    const [verb, rest] = word.split(':');
    const known = rest !== undefined && textIf(`w:${verb}`);
    if (!known) return pieceText(word) === word ? pretty(word) : pieceText(word);
    const values = rest.split('=').map((list) => (verb === 'marry' ? FRENCH[rest]?.symbol ?? rest : cards(list)));
    return known.includes('{0}') ? text(`w:${verb}`, ...values) : `${known} ${values.join(' ')}`;
}

/** A step from stack to stack, by whom they belong to. */
function step(word, names) {
    const stacks = /^(@|[A-H][01])>(D|[A-H][01])$/.exec(word)?.slice(1);
    const name = (stack) => {
        if (stack === 'D' || stack === '@') return text(stack === 'D' ? 'final stack' : 'held card');
        const owner = names[stack[1]] ?? stack[1];
        return owner === text('you') ? text('your stack', stack[0]) : text('stack of', stack[0], owner);
    };
    return stacks?.map(name).join(' → ');
}

/** An event for people: what was done, and what its player saw of it. */
export function told(noticed, names) {
    const part = (one) => {
        const winner = /^won:(\d)$/.exec(one);
        return winner ? text('wins the prize', names[winner[1]] ?? winner[1]) : step(one, names) ?? label(one);
    };
    const [first, ...more] = noticed.split('+');
    const parts = /^[a-z0-9:-]+(,[a-z0-9:-]+)+$/.test(first) ? first.split(',').map(part).join(', ') : part(first);
    return [parts, ...more.map(cards)].join(' + ');
}

/** The button's content: a bid of dice has its die. */
export function labelled(word) {
    const bid = /^(\d+)x(\d)$/.exec(word);
    return bid ? html('span', { class: 'bid' }, `${bid[1]} ×`, die(bid[2])) : label(word);
}
