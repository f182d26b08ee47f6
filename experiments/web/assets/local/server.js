// In place of `server.js` on a page without a server: the same requests, answered in this browser.

import { offered, reader, table, thinker } from './local/engine.js';
import { read, write } from './local/kept.js';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A text that cannot be guessed. */
const secret = () => [...crypto.getRandomValues(new Uint8Array(26))].map((byte) => LETTERS[byte % 32]).join('');

/** A seed; larger numbers are not exact. */
const seed = () => Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n);

/** Gets JSON. */
export async function get(path) {
    if (path === '/api/games') return offered;
    const [, name] = /^\/api\/records\/(.*)$/.exec(path) ?? [];
    const [room, hand] = decodeURIComponent(name ?? '').split('.');
    const kept = name && await read(room);
    if (!kept) throw new Error('there is no such record');
    return table.ask({ ask: 'played', ...kept, hand: Number(hand) });
}

const offeredAt = async (name) => (await offered).games.find((game) => game.name === name);

/** The text of a bot that may be seated: those that are listed are known, others are asked for. */
async function admitted(bot, game, options) {
    const listed = (await offeredAt(game))?.bots.some(({ spec }) => spec === bot);
    return listed || bot === 'person' ? bot : (await thinker.ask({ ask: 'admit', bot, game, options })).spec;
}

/** Posts JSON. */
export async function post(path, body) {
    const name = path.split('/')[2];
    switch (name) {
    case 'rooms': {
        if (path !== '/api/rooms') throw new Error('there is no such room');
        const [room, key] = [secret(), secret()];
        const wish = { ...body, others: await Promise.all(body.others.map((bot) => admitted(bot, body.game, body.options))) };
        const { journal } = await table.ask({ ask: 'make', wish, key, seed: seed() });
        await write(room, journal);
        return { room, key };
    }
    case 'deals': return table.ask({ ask: name, about: body, seed: seed() });
    case 'positions': return table.ask({ ask: name, about: body });
    case 'opinions': case 'reviews': case 'hindsights': return reader.ask({ ask: name, about: body });
    default: throw new Error('this needs a server: hinterhand serve');
    }
}

/** A room that is shown. `heard` is called with each message. */
export class Connection {
    #queue;
    #end;
    #timer;
    #closed = false;
    #hints = false;
    #began = performance.now();

    constructor(room, key, heard) {
        Object.assign(this, { room, key, heard });
        this.#queue = this.#open();
    }

    async #open() {
        try {
            if (!await this.#alone()) {
                this.heard({ type: 'gone', reason: 'this table is open in another tab', then: 'leave' });
                return;
            }
            const kept = await read(this.room);
            const adviser = kept && (await offeredAt(kept.terms.game))?.adviser;
            if (kept) await this.#step({ ask: 'wake', key: this.key, adviser, ...kept });
            else this.heard({ type: 'gone', reason: 'there is no such room', then: 'forget' });
        } catch (error) {
            this.heard({ type: 'gone', reason: error.message, then: 'leave' });
        }
    }

    /** Whether no other tab shows the room, until this one is closed. */
    #alone() {
        // Only there on a secure page.
        if (!navigator.locks) return true;
        const ended = new Promise((resolve) => { this.#end = resolve; });
        return new Promise((resolve) => {
            navigator.locks.request(`room ${this.room}`, { ifAvailable: true }, (lock) => {
                resolve(Boolean(lock));
                return lock ? ended : undefined;
            });
        });
    }

    /** One question of the room after the other. */
    #tell(request) {
        this.#queue = this.#queue.then(() => this.#step(request)).catch((error) => {
            if (!this.#closed) this.heard({ type: 'gone', reason: error.message, then: 'leave' });
        });
        return this.#queue;
    }

    async #step(request) {
        if (this.#closed) return;
        const now = performance.now() - this.#began;
        const told = await table.ask({ ...request, room: this.room, now });
        await write(this.room, told.journal);
        if (this.#closed) return;
        if (told.refused) this.heard({ type: 'refused', reason: told.refused });
        if (told.view) this.heard(told.view);
        if (told.think) this.#think(told.think);
        if (told.hint) this.#advise(told.hint);
        clearTimeout(this.#timer);
        if (told.due !== null) this.#timer = setTimeout(() => this.#tell({ ask: 'later' }), Math.max(0, told.due - now));
    }

    async #think({ number, question }) {
        const answer = await thinker.ask({ ask: 'think', question }).then((thought) => ({ thought }), ({ message }) => ({ error: message }));
        await this.#tell({ ask: 'thought', number, ...answer });
    }

    async #advise({ hand, made, by, shown, question }) {
        if (this.#hints) {
            this.heard({ type: 'refused', reason: 'a hint is on its way' });
            return;
        }
        this.#hints = true;
        try {
            const { actions, why } = await thinker.ask({ ask: 'advise', question, shown });
            if (!this.#closed) this.heard({ type: 'hint', hand, made, by, actions, why });
        } catch (error) {
            if (!this.#closed) this.heard({ type: 'refused', reason: error.message });
        }
        this.#hints = false;
    }

    /** Says something to the room. */
    say(said) {
        this.#tell({ ask: 'said', said });
    }

    /** Ends it. */
    close() {
        this.#closed = true;
        clearTimeout(this.#timer);
        this.#end?.();
    }
}
