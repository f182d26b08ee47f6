// A game before it begins: who plays, or who is watched, by which options; and its rules.

import { html } from '../element.js';
import { text, textIf } from '../language.js';
import { keepRoom, set, setting } from '../settings.js';
import { post } from '../server.js';
import { message } from '../message.js';
import { catalogue } from '../catalogue.js';
import { Rules } from '../rules/rules.js';

const PERSON = 'person';
const ME = 'me';
const OWN = 'own';
const PACES = { fast: 250, calm: 800, slow: 1600 };

let fields = 0;

function field(label, input, note) {
    input.id = `field-${fields += 1}`;
    return html('p', { class: 'field' }, html('label', { for: input.id }, label), input, note ? html('small', {}, note) : null);
}

function select(options, chosen, more = {}) {
    return html('select', more, options.map(([value, label]) => html('option', { value, selected: value === chosen }, label)));
}

/** The inputs of the options that a game has, and what was chosen in them. */
class Options {
    constructor(game, changed) {
        this.game = game;
        // At the table people knock whenever they like.
        this.defaults = game.name === 'schikanoeschen' ? { knock_mode: 'full' } : {};
        this.inputs = new Map(game.options.map((option) => {
            const start = this.defaults[option.key] ?? option.default;
            const input = option.choices ? select(option.choices.map((choice) => [choice, choice]), start) : html('input', { value: start, autocomplete: 'off', spellcheck: 'false' });
            input.addEventListener('change', changed);
            return [option.key, input];
        }));
        this.preset = select([['', text('as usual')], ...game.presets.map(({ name, about }) => [name, about ? `${name}: ${about}` : name])], '');
        this.preset.addEventListener('change', () => { this.fill(); changed(); });
    }

    fill() {
        const chosen = this.game.presets.find(({ name }) => name === this.preset.value)?.options ?? {};
        for (const option of this.game.options) this.inputs.get(option.key).value = chosen[option.key] ?? this.defaults[option.key] ?? option.default;
    }

    /** What differs from the defaults. */
    given() {
        const differs = this.game.options.filter((option) => this.inputs.get(option.key).value !== option.default);
        return Object.fromEntries(differs.map((option) => [option.key, this.inputs.get(option.key).value]));
    }

    players() {
        return Number(this.inputs.get('players')?.value ?? 2);
    }

    show() {
        if (this.game.options.length === 0) return null;
        return html('details', { class: 'options' }, html('summary', {}, text('options')),
            this.game.presets.length ? field(text('preset'), this.preset) : null,
            this.game.options.map((option) => field(option.key.replaceAll('_', ' '), this.inputs.get(option.key), option.about)));
    }
}

/** The bots of a game, with what they are. */
function bots(game) {
    const named = ({ spec, about, program }) => (program ? text('program', about, spec) : textIf(`bot ${spec}`) ?? (about ? `${spec}: ${about}` : spec));
    return game.bots.map((bot) => [bot.spec, named(bot)]);
}

/** The choice of who sits in a seat. */
function opponent(game, { any_bot: anyBot, people }, changed) {
    const usual = game.bots.some(({ spec }) => spec === game.adviser) ? game.adviser : game.bots[0].spec;
    const list = select([...(people ? [[PERSON, text('another person')]] : []), ...bots(game), ...(anyBot ? [[OWN, text('own bot')]] : [])], usual, { class: 'opponent' });
    const own = html('input', { placeholder: 'ismcts:iterations=5000', autocomplete: 'off', spellcheck: 'false', 'aria-label': text('own bot'), hidden: true });
    list.addEventListener('change', () => { own.hidden = list.value !== OWN; changed(); });
    return { list, own, value: () => (list.value === OWN ? own.value.trim() : list.value), isPerson: () => list.value === PERSON };
}

export async function game(main, name) {
    const all = await catalogue();
    const found = all.games.find((one) => one.name === name);
    if (!found) {
        main.append(html('p', {}, text('no game')));
        return;
    }
    document.title = `${found.title} · Hinterhand`;
    const opponents = [];
    const rules = new Rules(found);
    const seats = html('div', {});
    const begins = select([['0', text('first seat')], ['1', text('second seat')]], '0');
    const beginning = field(text('begins'), begins);
    const own = select([[ME, text('I play')], ...bots(found)], ME, { 'data-own': '' });
    own.addEventListener('change', () => renew());
    const place = field(text('your place'), own, text('a bot plays for me'));
    place.hidden = !all.people;
    const watches = () => own.value !== ME;
    const renew = () => {
        const wanted = options.players() - 1;
        while (opponents.length < wanted) opponents.push(opponent(found, all, renew));
        opponents.length = wanted;
        // Others that are still to come sit after the person that opens the room.
        beginning.hidden = wanted > 1 || watches() || opponents.some((one) => one.isPerson());
        for (const one of ofPerson) one.hidden = watches();
        openly.hidden = !watches();
        start.replaceChildren(text(watches() ? 'watch' : 'play'));
        seats.replaceChildren(...opponents.flatMap((one, n) => [field(wanted > 1 ? `${text('opponent')} ${n + 1}` : text('opponent'), one.list), one.own]));
    };
    const options = new Options(found, () => { renew(); rules.show(options.given()); });
    const you = html('input', { value: setting('name'), placeholder: text('anonymous'), maxlength: 24, autocomplete: 'nickname', name: 'name' });
    const practice = html('input', { type: 'checkbox', checked: setting('practice') });
    const pace = select(Object.keys(PACES).map((one) => [one, text(one)]), setting('pace') ?? 'calm');
    const length = select([['', text('open end')], ...['1', '3', '5', '7'].map((games) => [games, text('best of', games)])], '');
    const start = html('button', { class: 'primary', type: 'submit' });
    const open = html('input', { type: 'checkbox', checked: true, 'data-open': '' });
    const check = (input, label) => html('p', { class: 'field check' }, html('label', {}, input, ' ', label));
    const ofPerson = [field(text('your name'), you), check(practice, text('practice'))];
    const openly = check(open, text('open table'));
    renew();
    const others = () => opponents.map((one) => one.value());
    const table = () => ({ game: name, options: options.given(), pace: PACES[pace.value], best_of: length.value ? Number(length.value) : null });
    const wish = () => (watches() ? { ...table(), others: [own.value, ...others()], watch: true, open: open.checked } : {
        ...table(), others: others(), side: beginning.hidden ? 0 : Number(begins.value), name: you.value.trim() || text('anonymous'), practice: practice.checked,
    });
    const submit = async (event) => {
        event.preventDefault();
        set('name', you.value.trim());
        set('practice', practice.checked);
        set('pace', pace.value);
        start.disabled = true;
        try {
            const made = await post('/api/rooms', wish());
            const names = [...(watches() ? [own.value] : []), ...opponents.map((one) => (one.isPerson() ? text('a person') : one.value()))];
            keepRoom(made.room, { key: made.key ?? undefined, game: name, others: names.join(', ') });
            location.hash = `#/${watches() ? 'spectate' : 'room'}/${made.room}`;
        } catch (error) {
            message(error.message);
            start.disabled = false;
        }
    };
    main.append(
        html('div', { class: 'hero' }, html('h1', {}, found.title), html('p', {}, textIf(`about ${name}`) ?? found.cards)),
        html('div', { class: 'two' },
            html('form', { class: 'sheet', onsubmit: submit },
                place, seats, ofPerson[0], beginning,
                found.contest ? field(text('match of'), length) : null, field(text('pace'), pace),
                ofPerson[1], openly,
                options.show(), start, html('p', {}, html('a', { href: `#/explore/${name}` }, text('explore')))),
            rules.place));
    rules.show(options.given());
}
