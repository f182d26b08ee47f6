// Phantom boards: squares and hexagons.

import { html, svg } from '../element.js';
import { text } from '../language.js';

export const steps = (word) => [word];

function stone(name) {
    if (name === 'x') return svg('path', { d: 'M-9 -9L9 9M9 -9L-9 9', class: 'stone x' });
    return name === 'o' ? svg('circle', { r: 10, class: 'stone o' }) : null;
}

function cell(table, name, x, y, shape) {
    const [mark] = table.pieces(name);
    return svg('g', { class: 'cell', transform: `translate(${x} ${y})`, 'data-token': name, tabindex: 0, role: 'button', 'aria-label': `${name}: ${mark ?? text('empty')}` },
        shape, svg('text', { y: 4, class: 'square-name' }, mark ? '' : name), stone(mark));
}

function names(rows, columns) {
    return Array.from({ length: rows * columns }, (_, n) => ({ row: Math.floor(n / columns), column: n % columns, name: `${'abcd'[n % columns]}${1 + Math.floor(n / columns)}` }));
}

const middle = (row, column) => [28 + 42 * column + 21 * row, 34 + 36 * row];

/** The four sides of a board of hexagons, along which the players connect. */
function borders(rows, columns) {
    const line = (points, kind) => svg('path', { d: `M${points.map((point) => point.join(' ')).join('L')}`, class: kind });
    const top = (row, sign) => Array.from({ length: columns }, (_, column) => middle(row, column))
        .flatMap(([x, y]) => [[x - 18, y - sign * 16], [x, y - sign * 26], [x + 18, y - sign * 16]]);
    const side = (column, sign) => Array.from({ length: rows }, (_, row) => middle(row, column))
        .flatMap(([x, y]) => [[x - sign * 24, y - 10], [x - sign * 24, y + 10]]);
    return [line(top(0, 1), 'edge-x'), line(top(rows - 1, -1), 'edge-x'), line(side(0, 1), 'edge-o'), line(side(columns - 1, -1), 'edge-o')];
}

export function draw(table, view) {
    const [rows, columns] = [Number(table.fact('rows')), Number(table.fact('columns'))];
    const hex = table.layout === 'hexagons';
    const cells = names(rows, columns).map(({ row, column, name }) => {
        if (!hex) return cell(table, name, 24 + 44 * column, 24 + 44 * (rows - 1 - row), svg('rect', { x: -20, y: -20, width: 40, height: 40, rx: 5, class: 'shape' }));
        const [x, y] = middle(row, column);
        return cell(table, name, x, y, svg('path', { d: 'M0 -23L20 -11.5V11.5L0 23L-20 11.5V-11.5Z', class: 'shape' }));
    });
    const [width, height] = hex ? [56 + 42 * (columns - 1) + 21 * (rows - 1), 68 + 36 * (rows - 1)] : [48 + 44 * (columns - 1), 48 + 44 * (rows - 1)];
    const edges = hex ? borders(rows, columns) : null;
    const goal = hex ? text(`goal hex ${table.seat}`) : text('goal ttt', String(view.options.line ?? 3));
    const others = view.options.version === 'abrupt' ? 'tries' : 'stones';
    return html('div', { class: 'table phantom-table' },
        svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'phantom', role: 'group', 'aria-label': text('board') }, edges, cells),
        html('p', { class: 'duty' }, `${table.seat === 0 ? '✕' : '◯'} ${goal} ${text(others, table.fact('others'))}`));
}
