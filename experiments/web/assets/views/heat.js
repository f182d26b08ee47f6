// Tables of probabilities, each cell as warm as it is likely.

import { html } from '../element.js';
import { text } from '../language.js';
import { setting } from '../settings.js';
import { pieceText, pretty } from '../cards/piece.js';
import { label } from '../tables/label.js';

/** The warmest ground, in per cent of the accent: text on it must stay readable. */
const WARMEST = 40;

/** The rows that are shown until all are asked for. */
const FIRST = 24;

/** A share in per cent, with a digit where it is small. */
export function percent(share) {
    if (share === null || share === undefined) return '';
    const digits = share >= 0.0005 && share < 0.0995 ? 1 : 0;
    return `${(100 * share).toLocaleString(setting('language'), { maximumFractionDigits: digits })} %`;
}

/** A share in per cent that may be very small. */
export const rare = (share) => `${(100 * share).toLocaleString(setting('language'), { maximumSignificantDigits: 2 })} %`;

/** The difference of two shares in points of a hundred. */
function difference(one, other) {
    const points = Math.round(100 * (other - one));
    return points === 0 ? null : html('small', { class: points > 0 ? 'more' : 'less' }, ` ${points > 0 ? '+' : '−'}${Math.abs(points)}`);
}

/** Ground as warm as a share. */
export function warm(element, share) {
    if (share > 0) element.style.backgroundColor = `color-mix(in srgb, var(--accent) ${(WARMEST * Math.min(share, 1)).toFixed(1)}%, transparent)`;
    return element;
}

/** A hand for people. */
export const handText = (hand) => (hand.length ? hand.map(pieceText).join(' ') : '–');

/** A column of a first decision in Kinderschnapsen, or an action. */
export function columnText(column) {
    const [when, place] = column.split(':');
    return ['open', 'closed'].includes(when) && place ? text(`lead ${when}`, place) : label(column);
}

/** A cell with a share, and how much another strategy differs. */
export function shareCell(share, other) {
    const cell = html('td', { class: share === null || share === undefined ? 'none' : undefined }, percent(share), other === undefined || share === null || share === undefined ? null : difference(share, other));
    return warm(cell, share);
}

/** A table whose rows beyond the first ones are shown when they are asked for. `head` and rows are lists of cells. */
export function longTable(caption, head, rows, kind = '') {
    const body = html('tbody', {}, rows.slice(0, FIRST));
    const table = html('table', { class: `heat ${kind}` }, html('caption', {}, caption), html('thead', {}, html('tr', {}, head)), body);
    const more = rows.length > FIRST && html('button', { type: 'button', class: 'quiet', 'data-all': '', onclick: () => { body.append(...rows.slice(FIRST)); more.remove(); } }, text('show all', rows.length));
    return [html('div', { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': caption }, table), more];
}

/** A head of a column. */
export const head = (words) => html('th', { scope: 'col' }, words);

/** The hands of a range, with what is done with each if its player is to move. */
export function handTable(told, caption, go) {
    const actions = [...new Set(told.hands.flatMap(({ actions = {} }) => Object.keys(actions)))];
    const named = (hand, words) => (words ? html('button', { type: 'button', class: 'quiet', onclick: () => go(words) }, handText(hand)) : handText(hand));
    const row = ({ hand, words, probability, before, actions: shares = {}, second }) => html('tr', {}, html('th', { scope: 'row' }, named(hand, words)),
        warm(html('td', {}, percent(probability)), told.hands.length > 1 ? probability / told.hands[0].probability : probability),
        html('td', { class: 'soft' }, percent(before)),
        actions.map((action) => shareCell(shares[action] ?? null, second?.[action])));
    return longTable(caption, [head(text('hand of')), head(text('after play')), head(text('by cards')), actions.map((action) => head(label(action)))], told.hands.map(row));
}

/** The rows of the same table for a file. */
export function handRows(told) {
    const actions = [...new Set(told.hands.flatMap(({ actions = {} }) => Object.keys(actions)))];
    const seconds = told.hands.some(({ second }) => second) ? actions : [];
    return [['hand', 'probability', 'before', ...actions, ...seconds.map((action) => `other: ${action}`)],
        ...told.hands.map(({ hand, probability, before, actions: shares = {}, second = {} }) => [hand.join(' '), probability, before, ...actions.map((action) => shares[action]), ...seconds.map((action) => second[action])])];
}

/** How likely each card is held. */
export function cardChips(cards) {
    const sorted = [...cards].sort((one, other) => other[1] - one[1]);
    return html('ul', { class: 'chips', 'aria-label': text('each card') }, sorted.map(([card, share]) => warm(html('li', {}, html('b', {}, pieceText(card)), ` ${percent(share)}`), share)));
}

/** What a player does at its first decisions. */
export function openingTables(told, names, go) {
    const title = ({ player, turnup }) => (turnup ? `${text('turnup')} ${pieceText(turnup)}` : text('first decision of', names[player]));
    const row = ({ hand, seen, cells, actions }) => {
        const words = hand ? handText(hand) : pretty(seen.replace(/^deal:/, ''));
        return html('tr', {}, html('th', { scope: 'row' }, actions ? html('button', { type: 'button', class: 'quiet', onclick: () => go(actions) }, words) : words), cells.map((share) => shareCell(share)));
    };
    return html('div', { class: 'maps' }, told.panels.map((panel) => html('section', {}, longTable(title(panel), [head(text('hand of')), told.columns.map((column) => head(columnText(column)))], panel.rows.map(row), 'narrow'))));
}

/** The rows of all these tables for a file. */
export const openingRows = (told) => [['panel', 'hand', 'weight', ...told.columns],
    ...told.panels.flatMap(({ player, turnup, rows }) => rows.map(({ hand, seen, weight, cells }) => [turnup ?? `player ${player}`, hand?.join(' ') ?? seen, weight, ...cells]))];

/** How often which kind of action is taken at the first, second and later decisions. */
export function frequencyTables(told, names) {
    const players = [...new Set(told.rows.map(({ player }) => player))];
    const kinds = (player) => {
        const sums = new Map();
        for (const { reach, kinds: shares } of told.rows.filter((row) => row.player === player)) for (const [kind, share] of shares) sums.set(kind, (sums.get(kind) ?? 0) + reach * share);
        return [...sums.keys()].sort((one, other) => sums.get(other) - sums.get(one));
    };
    const table = (player) => {
        const columns = kinds(player);
        const row = ({ decision, reach, kinds: shares }) => html('tr', {}, html('th', { scope: 'row' }, text('nth decision', decision + 1)), html('td', { class: 'soft' }, percent(reach)),
            columns.map((kind) => shareCell(shares.find(([other]) => other === kind)?.[1] ?? null)));
        return longTable(names[player], [head(''), head(text('happens')), columns.map((kind) => head(kindText(kind)))], told.rows.filter((one) => one.player === player).map(row), 'narrow');
    };
    return html('div', { class: 'maps' }, players.map((player) => html('section', {}, table(player))));
}

/** A kind of action: a rank, or a verb. */
const kindText = (kind) => (kind.length === 1 ? kind : label(kind));

/** The rows of all these tables for a file. */
export const frequencyRows = (told) => [['player', 'decision', 'happens', 'kind', 'share'],
    ...told.rows.flatMap(({ player, decision, reach, kinds }) => kinds.map(([kind, share]) => [player, decision + 1, reach, kind, share]))];

/** Where two strategies differ, the most important first. */
export function differenceTable(told, names, [first, second], go) {
    const row = ({ player, seen, actions, legal, weight, reach, first: ones, second: others }) => html('tr', {},
        html('td', {}, percent(weight)), html('td', { class: 'soft' }, percent(reach[0])),
        html('th', { scope: 'row' }, html('button', { type: 'button', class: 'quiet', onclick: () => go(actions) }, html('b', {}, names[player]), ` ${pretty(seen.replace(/^deal:/, ''))}`)),
        html('td', { class: 'pairs' }, legal.map((action, n) => (Math.abs(ones[n] - others[n]) < 0.005 ? null : html('span', {}, html('b', {}, label(action)), ` ${percent(ones[n])} → ${percent(others[n])}`)))));
    return longTable(text('differ most'), [head(text('weight')), head(text('happens')), head(text('decision')), head(`${first} → ${second}`)], told.differences.map(row), 'wordy');
}

/** The rows of that table for a file. */
export const differenceRows = (told) => [['weight', 'reach first', 'reach second', 'player', 'seen', 'action', 'first', 'second'],
    ...told.differences.flatMap(({ weight, reach, player, seen, legal, first, second }) => legal.map((action, n) => [weight, ...reach, player, seen, action, first[n], second[n]]))];
