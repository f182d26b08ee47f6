// The games and bots that the server offers, asked for once.

import { get } from './server.js';

let asked;

/** All that is offered. */
export function catalogue() {
    asked ??= get('/api/games').catch((error) => { asked = undefined; throw error; });
    return asked;
}
