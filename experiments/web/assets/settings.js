// What a person has chosen in this browser: language, light or dark, movement, name; and the keys of its seats.

const STORE = 'hinterhand';

function read() {
    try {
        return JSON.parse(localStorage.getItem(STORE)) ?? {};
    } catch {
        return {};
    }
}

const chosen = { language: navigator.language.startsWith('de') ? 'de' : 'en', theme: 'auto', movement: true, name: '', keys: {}, ...read() };

function write() {
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
    chosen[name] = value;
    write();
    apply();
}

/** The key of the seat in a room, if this browser has one. */
export const keyOf = (room) => chosen.keys[room];

/** Keeps the key of a seat. */
export function keepKey(room, key) {
    chosen.keys[room] = key;
    const rooms = Object.keys(chosen.keys);
    for (const old of rooms.slice(0, Math.max(0, rooms.length - 200))) delete chosen.keys[old];
    write();
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
