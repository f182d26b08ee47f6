// What stands beside the table: the score, what has happened, advice, the result, the invitation, the keys.

import { html } from '../element.js';
import { signed, text, textIf } from '../language.js';
import { message } from '../message.js';
import { label, told } from '../tables/label.js';
import { pieceText, pretty } from '../cards/piece.js';

/** A meter from 0 to 1, without a style in the markup. */
function meter(share) {
    const bar = html('span', { class: 'meter', 'aria-hidden': 'true' }, html('span', {}));
    bar.firstChild.style.width = `${Math.round(100 * share)}%`;
    return bar;
}

/** Actions with their probabilities and values, the best first; all of them if each can be played. */
export function opinions(actions, play) {
    const sorted = [...actions].sort((one, other) => (other[1] ?? 0) - (one[1] ?? 0) || (other[2] ?? 0) - (one[2] ?? 0));
    const name = (word) => (play ? html('button', { type: 'button', class: 'quiet', 'data-word': word, onclick: () => play(word) }, label(word)) : html('span', { class: 'word' }, label(word)));
    return html('ol', { class: 'opinions' }, sorted.slice(0, play ? undefined : 8).map(([word, share, value]) => html('li', {}, name(word),
        ...(share === undefined ? [] : [meter(share), html('span', { class: 'share' }, `${Math.round(100 * share)} %`),
            html('span', { class: 'value' }, value === null || value === undefined ? '' : signed(value))]))));
}

/** Puts a text on the clipboard, or shows it where that is not allowed. */
export async function copy(what) {
    try {
        await navigator.clipboard.writeText(what);
        message(text('copied'));
    } catch {
        message(what);
    }
}

/** What a bot advises. */
export function advice(hint) {
    return html('section', { class: 'panel advice' }, html('h2', {}, text('hint'), ' ', html('small', {}, text('by', hint.by))), opinions(hint.actions));
}

/** The link for those who are still to come. */
export function invitation(view) {
    if (view.turn !== 'waiting') return null;
    const link = `${location.href.split('#')[0]}#/room/${view.room}`;
    return html('section', { class: 'panel invitation' }, html('h2', {}, text('invite')), html('p', {}, html('a', { href: link }, link)),
        html('button', { type: 'button', class: 'primary', onclick: () => copy(link) }, text('copy')));
}

function row(view, side, cells) {
    const name = side === view.side ? text('you') : view.sides[side].name ?? '…';
    return html('tr', {}, html('th', { scope: 'row' }, name), cells.map((cell) => html('td', {}, String(cell).replace('-', '−'))));
}

/** The score over the hands, the own side first. */
export function scores(view) {
    const { score } = view;
    const sides = view.sides.map((_, side) => side).sort((one, other) => (other === view.side) - (one === view.side));
    const hand = text('hand', view.hand + 1);
    if (score.sums) {
        return html('section', { class: 'panel score' }, html('h2', {}, text('score'), ' ', html('small', {}, hand)),
            html('table', {}, html('tbody', {}, sides.map((side) => row(view, side, [score.sums[side]])))));
    }
    const many = score.best_of !== null || score.games.some(Boolean);
    const ended = score.matches.some(Boolean);
    const target = score.scoring.down ? text('from down', score.scoring.down) : text('up to', score.scoring.up);
    const heads = [text('points'), many ? text('games') : null, ended ? text('match of') : null].filter(Boolean);
    const cells = (side) => [score.points[side], ...(many ? [score.games[side]] : []), ...(ended ? [score.matches[side]] : [])];
    return html('section', { class: 'panel score' }, html('h2', {}, text('score'), ' ', html('small', {}, `${hand} · ${target}${score.best_of ? ` · ${text('best of', score.best_of)}` : ''}`)),
        html('table', {}, html('thead', {}, html('tr', {}, html('td', {}), heads.map((head) => html('th', { scope: 'col' }, head)))),
            html('tbody', {}, sides.map((side) => row(view, side, cells(side))))));
}

/** An event as its player noticed it. */
export function event(by, noticed, names) {
    if (by !== null) return told(noticed, names);
    const [what, shown] = noticed.split(':');
    return textIf(`e:${what}`) ? text(`e:${what}`, pieceText(shown ?? '')) : pretty(noticed);
}

/** What has happened. */
export function log(view, names) {
    const line = ([by, noticed]) => html('li', {}, by === null ? null : html('b', {}, names[by]), ' ', event(by, noticed, names));
    return html('section', { class: 'panel' }, html('h2', {}, text('so far')),
        html('ol', { class: 'log', tabindex: 0, 'aria-label': text('so far') }, view.events.length ? view.events.map(line) : html('li', {}, text('nothing yet'))));
}

/** The keys. */
export function legend(view) {
    const keys = view.drawing?.layout === 'tricks' ? text('k:tricks') : text('k:other');
    return html('section', { class: 'panel legend' }, html('h2', {}, text('keys')), html('p', {}, keys, view.masked ? ` · ${text('k:knock')}` : ''));
}

/** The result of a hand, and the way to the next one. */
export function result(view, names, next) {
    if (!view.result) return null;
    const won = view.result.returns[view.seat];
    const head = won > 0 ? text('you win', won) : won < 0 ? text('you lose', -won) : text('draw');
    const { score } = view;
    const winner = score.game_won === null || score.game_won === undefined ? null : view.sides[score.game_won];
    // Who wins is said above.
    const ending = /^player \d wins$/.test(view.result.ending) ? '' : (view.result.ending ?? '').replace(/player (\d)/, (_, seat) => names[seat]);
    const lines = [
        textIf(`end:${ending}`) ?? ending,
        winner && text('game won', score.game_won === view.side ? text('you') : winner.name),
        score.match_over ? text('match over') : null,
    ];
    return html('section', { class: `result ${won > 0 ? 'won' : won < 0 ? 'lost' : 'even'}` },
        html('div', {}, html('h2', {}, head), html('p', {}, lines.filter(Boolean).join(' · '))),
        html('div', { class: 'next' }, html('button', { type: 'button', class: 'primary', onclick: next }, text('next'), ' ', html('kbd', {}, 'Enter')),
            html('a', { href: `#/record/${view.result.record}` }, text('see the record'))),
        view.text && view.drawing ? html('details', { open: view.drawing.layout === 'tricks' }, html('summary', {}, text('whole hand')), html('pre', {}, pretty(view.text))) : null);
}
