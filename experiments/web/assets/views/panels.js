// What stands beside the table: the score, what has happened, advice, the result, the invitation, the keys.

import { html } from '../element.js';
import { signed, text, textIf } from '../language.js';
import { message } from '../message.js';
import { label, told } from '../tables/label.js';
import { pieceText, pretty } from '../cards/piece.js';
import { FRENCH } from '../cards/suits.js';

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
    const [word, reason, points] = hint.why ?? [];
    const why = reason && html('p', { class: 'why' }, label(word), ': ', text(`why: ${reason}`, points));
    return html('section', { class: 'panel advice' }, html('h2', {}, text('hint'), ' ', html('small', {}, text('by', hint.by))), why, opinions(hint.actions));
}

/** The link for those who are still to come. */
export function invitation(view) {
    if (view.turn !== 'waiting' || view.watches) return null;
    const link = `${location.href.split('#')[0]}#/room/${view.room}`;
    return html('section', { class: 'panel invitation' }, html('h2', {}, text('invite')), html('p', {}, html('a', { href: link }, link)),
        html('button', { type: 'button', class: 'primary', onclick: () => copy(link) }, text('copy')));
}

/** Who watches, and the link for others who want to. */
export function spectators(view) {
    const link = `${location.href.split('#')[0]}#/spectate/${view.room}`;
    const note = text(view.open && view.turn !== 'over' ? 'open to spectators' : 'closed to spectators');
    return html('section', { class: 'panel spectators' }, html('h2', {}, text('spectators'), ' ', html('small', {}, String(view.watching))), html('p', {}, html('small', {}, note)),
        html('button', { type: 'button', class: 'wide', 'data-link': link, onclick: () => copy(link) }, text('copy to watch')));
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
    // Those who watch are not told what chance has shown, since the table shows it.
    const isTold = ([by, noticed]) => by !== null || noticed.includes(':') || !textIf(`e:${noticed}`)?.includes('{0}');
    const events = view.events.filter(isTold);
    const line = ([by, noticed]) => html('li', {}, by === null ? null : html('b', {}, names[by]), ' ', event(by, noticed, names));
    return html('section', { class: 'panel' }, html('h2', {}, text('so far')),
        html('ol', { class: 'log', tabindex: 0, 'aria-label': text('so far') }, events.length ? events.map(line) : html('li', {}, text('nothing yet'))));
}

/** The keys. */
export function legend(view) {
    const keys = view.drawing?.layout === 'tricks' ? text('k:tricks') : text('k:other');
    return html('section', { class: 'panel legend' }, html('h2', {}, text('keys')), html('p', {}, keys, view.masked ? ` · ${text('k:knock')}` : ''));
}

/** Every trick of a hand that is over with its points, and what was announced; the own ones first. */
function account(view, names) {
    const told = view.drawing?.facts.filter(([name]) => name.startsWith('counted ')) ?? [];
    if (told.length === 0) return null;
    const name = (what) => (what === 'last' ? text('last trick') : what.startsWith('marry:') ? text('pair', FRENCH[what.slice(6)].symbol) : what.split(',').map(pieceText).join(' '));
    const part = (seat) => {
        const counted = told[seat][1].split(' ').filter(Boolean).map((one) => one.split('='));
        const points = counted.reduce((sum, [, each]) => sum + Number(each), 0);
        return html('section', {}, html('h3', {}, names[seat], ' ', html('small', {}, text('n points', points))),
            html('ul', {}, counted.length ? counted.map(([what, each]) => html('li', {}, name(what), html('small', {}, ` ${each}`))) : html('li', {}, text('no trick'))));
    };
    return html('details', { open: true }, html('summary', {}, text('whole hand')), html('div', { class: 'account' }, part(view.seat), part(1 - view.seat)));
}

/** What a hand has brought: to the player who looks, or to the one who has won most. */
function outcome({ result: { returns }, seat, watches }, names) {
    const most = watches ? returns.indexOf(Math.max(...returns)) : seat;
    const won = returns[most];
    if (won === 0) return text('draw');
    if (watches) return text('wins', names[most], won);
    return won > 0 ? text('you win', won) : text('you lose', -won);
}

/** The result of a hand, and the way to the next one. */
export function result(view, names, next) {
    if (!view.result) return null;
    const won = view.watches ? 0 : view.result.returns[view.seat];
    const head = outcome(view, names);
    const { score } = view;
    const winner = score.game_won === null || score.game_won === undefined ? null : view.sides[score.game_won];
    // Who wins is said above.
    const ending = /^(player \d wins|draw)$/.test(view.result.ending) ? '' : (view.result.ending ?? '').replace(/player (\d)/, (_, seat) => names[seat]);
    const lines = [
        textIf(`end:${ending}`) ?? ending,
        winner && text('game won', score.game_won === view.side ? text('you') : winner.name),
        score.match_over ? text('match over') : null,
    ];
    return html('section', { class: `result ${won > 0 ? 'won' : won < 0 ? 'lost' : 'even'}` },
        html('div', {}, html('h2', {}, head), html('p', {}, lines.filter(Boolean).join(' · '))),
        html('div', { class: 'next' }, view.watches && !view.leads ? null : html('button', { type: 'button', class: 'primary', onclick: next }, text('next'), ' ', html('kbd', {}, 'Enter')),
            html('a', { href: `#/record/${view.result.record}` }, text('see the record'))),
        account(view, names));
}
