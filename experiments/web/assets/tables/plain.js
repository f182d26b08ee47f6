// The table of a game without a drawing: the text of the engine, and a row of pieces for each place if there are any.

import { html } from '../element.js';
import { pretty } from '../cards/piece.js';
import { part, row } from './drawing.js';

export const steps = () => [];

export function draw(table, view) {
    const places = table?.places.filter((place) => place.pieces.length) ?? [];
    return html('div', { class: 'table plain-table' },
        places.map((place) => part(`${place.name}${place.owner === null ? '' : ` · ${view.names[place.owner]}`}`, row(place.pieces))),
        view.text ? html('pre', {}, pretty(view.text)) : null);
}
