// The words of the page in the language that was chosen.

import { setting } from './settings.js';
import english from './words/en.js';
import german from './words/de.js';

const WORDS = { en: english, de: german };

/** The text of this name, with `{0}`, `{1}` filled in; the name itself where there is none. */
export function text(name, ...values) {
    const found = WORDS[setting('language')]?.[name] ?? english[name] ?? name;
    return found.replace(/\{(\d)\}/g, (_, place) => values[place] ?? '');
}

/** The text of this name, if there is one. */
export const textIf = (name) => WORDS[setting('language')]?.[name] ?? english[name];

/** A number as it is written here, with a sign. */
export function signed(number, digits = 2) {
    const shown = Math.abs(number).toLocaleString(setting('language'), { maximumFractionDigits: digits });
    return `${number < 0 ? '−' : '+'}${shown}`;
}
