// What a person has chosen in this browser: language, light or dark, movement, name; and the keys of its seats.

const STORE = 'hinterhand';

function read() {
    try {
        return JSON.parse(localStorage.getItem(STORE)) ?? {};
    } catch {
        return {};
    }
}

const chosen = { language: navigator.language.startsWith('de') ? 'de' : 'en', theme: 'auto', movement: true, practice: true, name: '', rooms: [], ...read() };

// Another tab may have chosen something since.
function change(next) {
    Object.assign(chosen, read());
    next();
    try {
        localStorage.setItem(STORE, JSON.stringify(chosen));
    } catch {
        // A browser that keeps nothing plays as well, until it is closed.
    }
}

/** A setting. */
export const setting = (name) => chosen[name];

/** Changes a setting. */
export function set(name, value) {
    change(() => { chosen[name] = value; });
    apply();
}

/** The key of the seat in a room, if this browser has one. */
export const keyOf = (room) => chosen.rooms.find((one) => one.room === room)?.key;

/** The rooms of this browser, the last first. */
export const rooms = () => chosen.rooms;

/** Keeps a room with the key of its seat, and what the list of rooms says of it. */
export function keepRoom(room, about) {
    change(() => {
        const before = chosen.rooms.find((one) => one.room === room);
        chosen.rooms = [{ ...before, room, ...about }, ...chosen.rooms.filter((one) => one !== before)].slice(0, 200);
    });
}

/** Forgets a room that is not there any more. */
export function forgetRoom(room) {
    change(() => { chosen.rooms = chosen.rooms.filter((one) => one.room !== room); });
}

/** Whether things move. */
export const moves = () => chosen.movement && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Makes the page look as it was chosen. */
export function apply() {
    const root = document.documentElement;
    root.lang = chosen.language;
    if (chosen.theme === 'auto') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', chosen.theme);
}
