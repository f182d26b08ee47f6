// Tournaments while they are played: standings and cross tables with intervals, read anew every few seconds.

import { html } from '../element.js';
import { signed, text } from '../language.js';
import { setting } from '../settings.js';
import { get } from '../server.js';
import { message } from '../message.js';

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
        html('p', {}, html('small', {}, text('intervals'))));
}

export async function watch(main) {
    const place = html('div', { class: 'panels' });
    let last = '';
    const renew = async () => {
        const told = await get('/api/tournaments');
        // What is the same is not drawn again, so that the place of the reader stays.
        if (JSON.stringify(told) === last) return;
        last = JSON.stringify(told);
        place.replaceChildren(...told.tournaments.map(tournament), ...told.unreadable.map((name) => html('p', {}, text('unreadable', name))),
            ...(told.tournaments.length + told.unreadable.length ? [] : [html('p', {}, text('nothing to watch'))]));
    };
    await renew();
    main.append(html('div', { class: 'hero' }, html('h1', {}, text('watch'))), place);
    const pulse = setInterval(() => renew().catch((error) => message(error.message)), PULSE);
    return () => clearInterval(pulse);
}
