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

export function draw(table, view) {
    const [rows, columns] = [Number(table.fact('rows')), Number(table.fact('columns'))];
    const hex = table.layout === 'hexagons';
    const cells = names(rows, columns).map(({ row, column, name }) => {
        if (!hex) return cell(table, name, 24 + 44 * column, 24 + 44 * (rows - 1 - row), svg('rect', { x: -20, y: -20, width: 40, height: 40, rx: 5, class: 'shape' }));
        const [x, y] = [28 + 42 * column + 21 * row, 34 + 36 * row];
        return cell(table, name, x, y, svg('path', { d: 'M0 -23L20 -11.5V11.5L0 23L-20 11.5V-11.5Z', class: 'shape' }));
    });
    const [width, height] = hex ? [56 + 42 * (columns - 1) + 21 * (rows - 1), 68 + 36 * (rows - 1)] : [48 + 44 * (columns - 1), 48 + 44 * (rows - 1)];
    const edges = hex ? [
        svg('path', { d: `M6 8H${14 + 42 * columns}`, class: 'edge-x' }), svg('path', { d: `M${21 * rows - 8} ${height - 6}H${width - 4}`, class: 'edge-x' }),
        svg('path', { d: `M4 24L${21 * rows - 12} ${height - 12}`, class: 'edge-o' }), svg('path', { d: `M${20 + 42 * columns} 14L${width - 1} ${height - 24}`, class: 'edge-o' }),
    ] : null;
    const goal = hex ? text(`goal hex ${table.seat}`) : text('goal ttt', String(view.options.line ?? 3));
    const others = view.options.version === 'abrupt' ? 'tries' : 'stones';
    return html('div', { class: 'table phantom-table' },
        svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'phantom', role: 'group', 'aria-label': text('board') }, edges, cells),
        html('p', { class: 'duty' }, `${table.seat === 0 ? '✕' : '◯'} ${goal} ${text(others, table.fact('others'))}`));
}
