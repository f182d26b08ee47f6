// The first view: the games, and the rooms of this browser.

import { html, svg } from '../element.js';
import { text, textIf } from '../language.js';
import { keyOf, rooms } from '../settings.js';
import { piece } from '../cards/piece.js';
import { die } from '../tables/small.js';
import { catalogue } from '../catalogue.js';

// What shows a game at a glance.
const ART = {
    kinderschnapsen: ['2S', 'JH', 'QD'], 'sixty-six': ['KH', 'QH', 'AS'], schnapsen: ['TC', 'JD', 'AD'],
    recipippes: ['XL', 'PMSL', '6LK'], schikanoeschen: ['[]', '*', '7C'], 'klondike-chess': ['KS', 'QD', 'JC'],
    kuhn: ['J', 'Q', 'K'], leduc: ['KS', '[]', 'KH'], 'generic-poker': ['[]', '[]', '[]'], goofspiel: ['4', '[]', '1'],
};

// The games that are played for an evening; all others are small ones.
const LARGE = ['kinderschnapsen', 'sixty-six', 'schnapsen', 'recipippes', 'schikanoeschen', 'klondike-chess'];

function board(hex) {
    const shape = (row, column) => {
        const [x, y] = hex ? [24 + 26 * column + 13 * row, 20 + 23 * row] : [20 + 28 * column, 20 + 28 * row];
        const path = hex ? 'M0 -14L12 -7V7L0 14L-12 7V-7Z' : 'M-12 -12H12V12H-12Z';
        const mark = { '1,1': 'x', '0,2': 'o', '2,0': 'x' }[`${row},${column}`];
        return svg('g', { transform: `translate(${x} ${y})` }, svg('path', { d: path, class: 'shape' }),
            mark === 'x' ? svg('path', { d: 'M-5 -5L5 5M5 -5L-5 5', class: 'stone x' }) : mark ? svg('circle', { r: 5.5, class: 'stone o' }) : null);
    };
    const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => shape(row, column)));
    return svg('svg', { viewBox: hex ? '8 2 98 82' : '4 4 88 88', class: 'phantom small' }, cells);
}

function art(name) {
    if (name === 'phantom-ttt' || name === 'dark-hex') return board(name === 'dark-hex');
    if (name === 'liars-dice') return [die('6'), die('[]'), die('3')];
    return (ART[name] ?? ['[]', '[]', '[]']).map((card) => piece(card));
}

function tile(game) {
    return html('a', { class: 'tile', href: `#/game/${game.name}` },
        html('span', { class: 'art', 'aria-hidden': 'true' }, art(game.name)),
        html('span', { class: 'words' }, html('strong', {}, game.title), html('span', {}, textIf(`about ${game.name}`) ?? game.cards)));
}

export async function home(main) {
    const { games, people } = await catalogue();
    const left = rooms().slice(0, 6);
    const title = (name) => games.find((game) => game.name === name)?.title ?? name;
    main.append(
        html('div', { class: 'hero' }, html('h1', {}, text('choose a game')), html('p', {}, text(people ? 'lead' : 'lead alone'))),
        html('div', { class: 'tiles' }, games.filter(({ name }) => LARGE.includes(name)).map(tile)),
        html('h2', {}, text('small games')),
        html('div', { class: 'tiles small' }, games.filter(({ name }) => !LARGE.includes(name)).map(tile)));
    if (left.length) {
        main.append(html('section', { class: 'rooms' }, html('h2', {}, text('your rooms')), html('ul', {}, left.map(({ room, game, others }) => html('li', {},
            html('a', { href: `#/${keyOf(room) ? 'room' : 'spectate'}/${room}` }, [title(game), others].filter(Boolean).join(' · ') || room.slice(0, 6)))))));
    }
}
