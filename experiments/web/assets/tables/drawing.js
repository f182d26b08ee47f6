// A drawing of the server: places with pieces, and facts, looked up by name; and pieces and places as elements.

import { html } from '../element.js';
import { piece } from '../cards/piece.js';

export class Drawing {
    constructor({ layout, places, facts }, seat) {
        Object.assign(this, { layout, seat });
        this.places = places.map(([name, owner, pieces]) => ({ name, owner, pieces }));
        this.facts = facts;
    }

    /** The pieces at a place, of an owner if one is given. */
    pieces(name, owner) {
        const found = this.places.find((place) => place.name === name && (owner === undefined || place.owner === owner));
        return found?.pieces ?? [];
    }

    /** All places of this name. */
    all(name) {
        return this.places.filter((place) => place.name === name);
    }

    /** The value of a fact. */
    fact(name) {
        return this.facts.find(([other]) => other === name)?.[1];
    }

    /** The seats of the others, from the one after this seat. */
    others(seats) {
        return Array.from({ length: seats - 1 }, (_, n) => (this.seat + 1 + n) % seats);
    }
}

const hidden = (pieces) => pieces.filter((piece) => piece === '[]').length;
const down = (pieces) => pieces.filter((piece) => piece.startsWith('[')).length;

/** The drawing in which each place is as the seat sees it that knows most of it. */
export function opened(drawings) {
    const [first] = drawings;
    const better = (one, other) => (other.length > one.length || (other.length === one.length && (hidden(other) < hidden(one) || (hidden(other) === hidden(one) && down(other) < down(one)))) ? other : one);
    const all = ([name, owner, pieces], n) => {
        const nth = first.places.slice(0, n).filter(([a, b]) => a === name && b === owner).length;
        const same = drawings.map((drawing) => drawing.places.filter(([a, b]) => a === name && b === owner)[nth]?.[2] ?? pieces);
        return [name, owner, same.reduce(better)];
    };
    return { ...first, places: first.places.map(all) };
}

/** A button for a token: what can be chosen on the table. */
export function choice(token, label, ...children) {
    return html('button', { type: 'button', class: 'choice', 'data-token': token, 'aria-label': label }, children);
}

/** A row of pieces, of which each can be chosen if `token` gives its token. */
export function row(pieces, { token, kind = '', label } = {}) {
    const items = pieces.map((name, n) => {
        // A back that is not known is nothing that can be chosen.
        const named = name === '[]' ? undefined : token?.(name, n);
        const card = piece(name);
        return named ? choice(named, card.getAttribute('aria-label'), card) : card;
    });
    return html('div', { class: `row ${kind}`, role: 'group', 'aria-label': label }, items);
}

/** A squared pile: its top piece and the number of its pieces. */
export function pile(pieces, { token, label, count = true } = {}) {
    const top = pieces.at(-1);
    const body = [
        top ? piece(top) : html('span', { class: 'card none' }),
        count && pieces.length > 1 ? html('span', { class: 'count' }, String(pieces.length)) : null,
    ];
    const inside = token ? choice(token, label, body) : html('span', { class: 'still' }, body);
    return html('figure', { class: 'pile' }, inside, label ? html('figcaption', {}, label) : null);
}

/** A part of the table under a heading. */
export function part(heading, ...children) {
    return html('section', { class: 'part' }, heading ? html('h3', {}, heading) : null, children);
}
