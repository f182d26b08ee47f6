// Behaviour that is given: what a player does at a decision, or everywhere as a bot plays; and what the rest is worth.

import { html } from '../element.js';
import { signed, text } from '../language.js';
import { setting } from '../settings.js';
import { message } from '../message.js';
import { pretty } from '../cards/piece.js';
import { label } from '../tables/label.js';
import { percent } from './heat.js';

const without = (all, one) => all.filter((other) => other !== one);

/** Whether two locks are about the same decisions. */
const same = (one, other) => one.player === other.player && one.seen === other.seen && Boolean(one.bot) === Boolean(other.bot);

/** The inputs for the decision that is looked at: a share for each action, which need not sum to a hundred. */
function decision({ seat, seen, legal, shares }, names, fix) {
    const inputs = legal.map((word, n) => html('input', { type: 'number', min: 0, max: 100, step: 'any', inputmode: 'decimal', value: Math.round(1000 * (shares?.[n] ?? 1 / legal.length)) / 10, 'aria-label': label(word) }));
    const submit = (event) => {
        event.preventDefault();
        const given = inputs.map((input) => Math.max(0, Number(input.value) || 0));
        const sum = given.reduce((all, one) => all + one, 0);
        if (sum === 0) message(text('nothing given'));
        else fix({ player: seat, seen, probabilities: given.map((one) => one / sum) });
    };
    return html('form', { class: 'fix', onsubmit: submit }, html('h3', {}, text('fix here', names[seat])),
        html('p', {}, html('small', {}, pretty(seen))),
        html('div', { class: 'shares' }, legal.map((word, n) => html('label', {}, label(word), inputs[n], '%'))),
        html('button', { type: 'submit', 'data-fix': 'here' }, text('fix')));
}

/** The choice of a bot as which a player plays everywhere. */
function whole(names, bots, fix) {
    const player = html('select', { 'aria-label': text('player') }, names.map((name, n) => html('option', { value: n }, name)));
    const bot = html('select', { 'aria-label': text('bot'), 'data-fix': 'bot' }, bots.map((spec) => html('option', { value: spec }, spec)));
    const submit = (event) => {
        event.preventDefault();
        fix({ player: Number(player.value), bot: bot.value });
    };
    return html('form', { class: 'fix', onsubmit: submit }, html('h3', {}, text('fix all')), html('div', { class: 'shares' }, player, bot), html('button', { type: 'submit', 'data-fix': 'all' }, text('fix')));
}

/** What a solution is worth. */
function worth(title, { values, gains, iterations, fixed, sets }, names) {
    const within = gains.reduce((all, one) => all + one, 0);
    return html('div', { class: 'worth' }, html('h3', {}, title), html('ul', {}, values.map((value, n) => html('li', {}, names[n], ' ', html('b', {}, signed(value, 4))))),
        html('p', {}, html('small', {}, text('found', fixed, sets, iterations.toLocaleString(setting('language')), within.toPrecision(1)))));
}

/** The view: `locks` are those that are there, `change` takes others; `told` is what the server found. */
export function lockView({ here, names, bots, locks, told, change }) {
    const fix = (lock) => change([...locks.filter((other) => !same(other, lock)), lock]);
    const about = ({ player, bot, seen, probabilities }) => (bot ? text('plays as', names[player], bot) : `${names[player]}: ${pretty(seen)} (${probabilities.map(percent).join(', ')})`);
    return html('div', { class: 'locks' },
        html('p', {}, text('fix lead')),
        html('div', { class: 'columns' }, here ? decision(here, names, fix) : html('p', {}, text('no decision here')), whole(names, bots, fix)),
        locks.length ? html('ul', { class: 'fixed' }, locks.map((lock) => html('li', {}, html('span', {}, about(lock)), html('button', { type: 'button', class: 'quiet', 'data-free': '', onclick: () => change(without(locks, lock)) }, text('set free'))))) : null,
        told ? html('div', { class: 'columns' }, worth(text('as it is'), told.free, names), locks.length ? worth(text('with fixed'), told.fixed, names) : null) : null);
}
