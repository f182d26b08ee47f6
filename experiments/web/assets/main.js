// The page: which view is shown at which address, and what stands above all of them.

import { html } from './element.js';
import { text } from './language.js';
import { apply, moves, set, setting } from './settings.js';
import { message } from './message.js';
import { catalogue } from './catalogue.js';
import { home } from './views/home.js';
import { game } from './views/game.js';
import { room, spectate } from './views/room.js';
import { watch } from './views/watch.js';
import { explore, line, record } from './views/record.js';

const VIEWS = { '': home, game, room, spectate, record, line, explore, watch };
const THEMES = { auto: '◐', light: '☀', dark: '☾' };

let leave = () => {};
// Whether there are tournaments to watch.
let watched = false;

function heading() {
    const [theme, themes] = [setting('theme'), Object.keys(THEMES)];
    const button = (sign, label, title, click) => html('button', { type: 'button', class: 'quiet', title: `${title}: ${label}`, 'aria-label': `${title}: ${label}`, onclick: click }, html('span', { 'aria-hidden': 'true' }, sign), html('span', { class: 'long' }, ` ${label}`));
    const other = setting('language') === 'de' ? 'en' : 'de';
    const language = html('button', { type: 'button', class: 'quiet', lang: other, title: text('language'), 'aria-label': text('language'), onclick: () => { set('language', other); show(); } }, other.toUpperCase());
    return [
        html('a', { href: '#/', class: 'brand' }, html('img', { src: 'assets/icon.svg', alt: '', width: 30, height: 30 }), html('span', { class: 'long' }, 'Hinterhand')),
        html('nav', { 'aria-label': text('pages') }, html('a', { href: '#/' }, text('games')), html('a', { href: '#/record' }, text('record')),
            html('a', { href: '#/watch', hidden: !watched }, text('watch'))),
        html('div', { class: 'settings', role: 'group', 'aria-label': text('settings') },
            button(THEMES[theme], text(theme), text('theme'), () => { set('theme', themes[(themes.indexOf(theme) + 1) % 3]); renew(); }),
            button('⇝', text(moves() ? 'on' : 'off'), text('movement'), () => { set('movement', !setting('movement')); renew(); }),
            language),
    ];
}

function renew() {
    document.getElementById('top').replaceChildren(...heading());
}

/** The parts of the address; none if it is no address of ours. */
function parts() {
    try {
        return location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
    } catch {
        return [''];
    }
}

function show() {
    leave();
    leave = () => {};
    renew();
    const [name, ...rest] = parts();
    const main = document.getElementById('main');
    main.replaceChildren();
    main.className = name || 'home';
    document.title = 'Hinterhand';
    const view = VIEWS[name] ?? home;
    let left = false;
    leave = () => { left = true; };
    // A view that is left before it is there is not shown any more.
    Promise.resolve(view(main, ...rest)).then(
        (ends) => { if (left) ends?.(); else leave = () => { left = true; ends?.(); }; },
        (error) => message(error.message),
    );
}

catalogue().then((all) => { watched = all.watch; renew(); }, (error) => message(error.message));
apply();
addEventListener('hashchange', () => { show(); scrollTo(0, 0); });
show();
