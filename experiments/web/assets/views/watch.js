// Tournaments while they are played: standings and cross tables with intervals; trainings: how far they have come and how
// they converge; experiments: what is done of them. Read anew every few seconds.

import { html } from '../element.js';
import { signed, text } from '../language.js';
import { setting } from '../settings.js';
import { get } from '../server.js';
import { message } from '../message.js';
import { curve } from './curve.js';

/** How often the standings are asked for, in milliseconds. */
const PULSE = 3000;

const number = (value, digits) => value.toLocaleString(setting('language'), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A mean and half of its interval. */
function interval(pair, shown) {
    if (!pair || pair[0] === null) return '–';
    return [shown(pair[0]), pair[1] === null ? null : html('small', {}, ` ± ${shown(pair[1]).replace('+', '')}`)];
}

const percent = (share) => number(100 * share, 1);

function table({ bots }) {
    const rated = bots.some(({ rating }) => rating);
    const heads = ['', text('bot'), text('won drawn lost'), text('share'), text('margin'), ...(rated ? ['Elo'] : []), ...bots.map((_, place) => String(place + 1))];
    const row = (bot, place) => html('tr', {}, html('td', {}, String(place + 1)), html('th', { scope: 'row', title: bot.spec }, bot.name),
        html('td', {}, bot.counts.join(' · ')), html('td', {}, interval(bot.share, percent)), html('td', {}, interval(bot.margin, (value) => signed(value, 3))),
        rated ? html('td', {}, interval(bot.rating, (value) => signed(value, 0))) : null,
        bot.against.map((share) => html('td', { class: share ? undefined : 'self' }, share ? interval(share, percent) : '')));
    return html('div', { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': text('standings') }, html('table', { class: 'cross' },
        html('thead', {}, html('tr', {}, heads.map((head) => html('th', { scope: 'col' }, head)))), html('tbody', {}, bots.map(row))));
}

function tournament(one) {
    const state = one.is_over ? text('tournament over') : text('tournament runs');
    return html('section', { class: 'panel tournament' },
        html('h2', {}, one.name, ' ', html('small', {}, `${one.game} · ${state} · ${text('deals', number(one.deals, 0), number(one.all_deals, 0))}`)),
        html('progress', { value: one.deals, max: one.all_deals, 'aria-label': text('deals', one.deals, one.all_deals) }), table(one),
        html('p', {}, html('small', {}, text('intervals'))), lastHands(one.last));
}

/** The last hands, each with a link to its record; what was played by options that are long is no link. */
function lastHands(hands) {
    const line = ({ deal, bots, record: { game, options, actions, returns }, is_forfeited: isForfeited }) => {
        const link = `#/line/${actions.length}/${encodeURIComponent(JSON.stringify({ game, options, actions, returns, bots }))}`;
        return html('li', {}, html('a', { href: link }, bots.map((name, seat) => `${name} ${signed(returns[seat], 3)}`).join(' · ')), html('small', {}, ` ${text('deal n', deal)}${isForfeited ? ` · ${text('forfeited')}` : ''}`));
    };
    return hands.length ? html('details', { class: 'last-hands' }, html('summary', {}, text('last hands')), html('ul', {}, hands.map(line))) : null;
}

/** A span of time in its two largest units. */
export function span(seconds) {
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600), Math.floor((seconds % 3600) / 60)];
    if (days) return `${days} d ${hours} h`;
    if (hours) return `${hours} h ${minutes} min`;
    return minutes ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${number(seconds, seconds < 10 ? 1 : 0)} s`;
}

function training(one) {
    const { name, title, algorithm, iterations, seconds, points, limits, left, is_over: isOver, age, gauntlet, judgements } = one;
    const [, , exploitability, value, low] = points.at(-1) ?? [];
    const figure = (what, words) => html('span', {}, text(what), ' ', html('b', {}, words));
    const share = Math.max(limits.iterations ? iterations / limits.iterations : 0, limits.seconds ? seconds / limits.seconds : 0);
    const named = (place) => points.filter((point) => point[place] !== null && point[place] > 0).map((point) => [point[0], point[place]]);
    const lines = [{ name: text('exploitability'), points: named(2) }, { name: text('exploitability low'), kind: 'low', points: named(4) }].filter((line) => line.points.length > 1);
    const state = isOver ? text('training over') : age === null || age < 120 ? text('training runs') : text('silent for', span(age));
    const bout = ({ bot, mean, mean_low: from, mean_high: to, hands }) => html('tr', {}, html('th', { scope: 'row' }, bot), html('td', {}, signed(mean, 3)), html('td', {}, from === null || to === null ? '–' : `${signed(from, 3)} … ${signed(to, 3)}`), html('td', {}, number(hands, 0)));
    return html('section', { class: 'panel training' },
        html('h2', {}, name, ' ', html('small', {}, [title, algorithm, state].filter(Boolean).join(' · '))),
        share > 0 ? html('progress', { value: Math.min(share, 1), max: 1, 'aria-label': text('progress', Math.round(100 * Math.min(share, 1))) }) : null,
        html('p', { class: 'figures' }, figure('iterations', number(iterations, 0)), figure('rate', seconds > 0 ? text('per second', number(iterations / seconds, iterations / seconds < 10 ? 2 : 0)) : '–'), figure('trained', span(seconds)),
            left !== null && !isOver ? figure('left', span(left)) : null,
            exploitability === null || exploitability === undefined ? null : figure('exploitability', exploitability.toPrecision(3)),
            low === null || low === undefined ? null : figure('exploitability low', low.toPrecision(3)),
            value === null || value === undefined ? null : figure('value', signed(value, 4)), figure('judgements', number(judgements, 0))),
        lines.length ? curve(text('exploitability of', name), text('iterations'), lines) : null,
        gauntlet?.length ? html('div', { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': text('gauntlet') }, html('table', { class: 'cross' }, html('thead', {}, html('tr', {}, [text('bot'), text('margin'), text('interval'), text('hands')].map((head) => html('th', { scope: 'col' }, head)))), html('tbody', {}, gauntlet.map(bout)))) : null);
}

/** A figure with its interval, in four digits. */
function figureWords([name, value, interval]) {
    const short = (one) => (one === null ? '–' : Number(one.toPrecision(4)).toLocaleString(setting('language'), { maximumSignificantDigits: 4 }).replace('-', '−'));
    return html('li', {}, `${name} `, html('b', {}, short(value)), interval ? html('small', {}, ` (${short(interval[0])} … ${short(interval[1])})`) : null);
}

function experiment({ name, scale, seed, done, seconds, ended, last }) {
    const ago = ended ? text('last piece', span(Math.max(0, (Date.now() - Date.parse(ended)) / 1000))) : null;
    const piece = (one) => html('tr', {}, html('th', { scope: 'row' }, one.name), html('td', {}, span(one.seconds)), html('td', {}, html('ul', {}, one.figures.map(figureWords), one.more ? html('li', {}, `+ ${one.more}`) : null)));
    return html('section', { class: 'panel experiment' },
        html('h2', {}, name, ' ', html('small', {}, [text('experiment'), scale, `seed ${seed}`].join(' · '))),
        html('p', {}, [text('pieces done', number(done, 0)), span(seconds), ago].filter(Boolean).join(' · ')),
        html('div', { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': name }, html('table', { class: 'pieces' },
            html('thead', {}, html('tr', {}, [text('piece of work'), text('took'), text('figures')].map((head) => html('th', { scope: 'col' }, head)))), html('tbody', {}, last.map(piece)))));
}

export async function watch(main) {
    const place = html('div', { class: 'panels' });
    let last = '';
    const renew = async () => {
        const told = await get('/api/tournaments');
        // What is the same is not drawn again, so that the place of the reader stays.
        const whole = JSON.stringify(told, (key, value) => (key === 'age' ? value > 119 : value));
        if (whole === last) return;
        last = whole;
        const opened = [...place.querySelectorAll('details')].map((details) => details.open);
        place.replaceChildren(...told.trainings.map(training), ...told.tournaments.map(tournament), ...told.experiments.map(experiment), ...told.unreadable.map((name) => html('p', {}, text('unreadable', name))),
            ...(told.trainings.length + told.tournaments.length + told.experiments.length + told.unreadable.length ? [] : [html('p', {}, text('nothing to watch'))]));
        place.querySelectorAll('details').forEach((details, n) => { details.open = opened[n] ?? false; });
    };
    await renew();
    main.append(html('div', { class: 'hero' }, html('h1', {}, text('watch'))), place);
    const pulse = setInterval(() => renew().catch((error) => message(error.message)), PULSE);
    return () => clearInterval(pulse);
}
