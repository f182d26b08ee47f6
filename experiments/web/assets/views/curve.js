// Curves that fall: both axes in powers of ten.

import { svg } from '../element.js';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [720, 320, 66, 40, 12, 18];

/** A power of ten as people write it. */
function power(exponent) {
    if (exponent >= -3 && exponent <= 4) return String(Number((10 ** exponent).toPrecision(1)));
    return `1e${exponent}`;
}

/** The whole exponents from the least to the greatest number, at least two. */
function exponents(numbers) {
    const from = Math.floor(Math.log10(Math.min(...numbers)));
    const to = Math.max(Math.ceil(Math.log10(Math.max(...numbers))), from + 1);
    return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** Lines of points with numbers above 0; `title` is read to those that do not see it. */
export function curve(title, below, lines) {
    const all = lines.flatMap(({ points }) => points);
    const [columns, rows] = [exponents(all.map(([x]) => x)), exponents(all.map(([, y]) => y))];
    const place = (value, marks, from, to) => from + (to - from) * (Math.log10(value) - marks[0]) / (marks.at(-1) - marks[0]);
    const [x, y] = [(value) => place(value, columns, LEFT, WIDTH - RIGHT), (value) => place(value, rows, HEIGHT - BOTTOM, TOP)];
    const path = (points) => points.map(([a, b], n) => `${n ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
    const [lastX, lastY] = lines[0].points.at(-1);
    const every = Math.ceil(rows.length / 7);
    return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'curve', role: 'img', 'aria-label': `${title}: ${lastY.toPrecision(3)}` },
        columns.map((exponent) => [svg('path', { d: `M${x(10 ** exponent)} ${TOP}V${HEIGHT - BOTTOM}`, class: 'grid' }), svg('text', { x: x(10 ** exponent), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, power(exponent))]),
        rows.filter((_, n) => n % every === 0).map((exponent) => [svg('path', { d: `M${LEFT} ${y(10 ** exponent)}H${WIDTH - RIGHT}`, class: 'grid' }), svg('text', { x: LEFT - 8, y: y(10 ** exponent) + 4, 'text-anchor': 'end' }, power(exponent))]),
        svg('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, below),
        lines.map(({ points, kind = '' }) => svg('path', { d: path(points), class: `line ${kind}` })),
        svg('circle', { cx: x(lastX), cy: y(lastY), r: 4, class: 'dot' }),
        lines.length > 1 ? lines.map(({ name, points }) => svg('text', { x: WIDTH - RIGHT - 4, y: y(points.at(-1)[1]) - 8, 'text-anchor': 'end' }, name)) : null);
}
