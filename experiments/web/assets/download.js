// Tables as files: JSON, and CSV for other programs.

import { html } from './element.js';
import { text } from './language.js';

/** A cell of CSV. */
const cell = (value) => {
    const words = value === null || value === undefined ? '' : String(value);
    return /[",\n\r]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

/** Rows as CSV. */
export const csv = (rows) => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Hands a text to the browser as a file. */
function save(name, kind, content) {
    const address = URL.createObjectURL(new Blob([content], { type: kind }));
    html('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Buttons that save a table: `rows` gives its rows with their heads, `told` what the server said. */
export function downloads(name, rows, told) {
    return html('p', { class: 'downloads' }, html('span', {}, text('save as')),
        html('button', { type: 'button', class: 'quiet', 'data-save': 'csv', onclick: () => save(`${name}.csv`, 'text/csv', csv(rows())) }, 'CSV'),
        html('button', { type: 'button', class: 'quiet', 'data-save': 'json', onclick: () => save(`${name}.json`, 'application/json', JSON.stringify(told, null, 1)) }, 'JSON'));
}
