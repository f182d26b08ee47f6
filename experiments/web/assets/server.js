// The server: requests, and the connection to a room, which is made again when it is lost.

async function answer(response) {
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(body.error ?? `${response.status} ${response.statusText}`);
    return body;
}

/** Gets JSON. */
export const get = async (path) => answer(await fetch(path));

/** Posts JSON. */
export async function post(path, body) {
    const headers = { 'content-type': 'application/json' };
    return answer(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** A connection to a room, to watch it where there is no key. `heard` is called with each message, `state` with whether it
 * stands. */
export class Connection {
    constructor(room, key, heard, state) {
        Object.assign(this, { room, key, heard, state, tries: 0, closed: false });
        // A page that is left may be kept for the way back, with its connection; it is made again then.
        this.leave = () => this.socket.close();
        addEventListener('pagehide', this.leave);
        this.open();
        this.pulse = setInterval(() => this.say({ type: 'ping' }), 20000);
    }

    open() {
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        this.socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${this.room}/play`);
        this.socket.onopen = () => {
            this.say(this.key ? { type: 'enter', key: this.key } : { type: 'watch' });
        };
        this.socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.type === 'gone') {
                // Where it may not come back it would be told the same again.
                this.closed = message.then !== 'again';
            } else {
                this.tries = 0;
                this.state(true);
            }
            this.heard(message);
        };
        this.socket.onclose = () => {
            if (this.closed) return;
            this.state(false);
            this.tries += 1;
            this.again = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 8000));
        };
    }

    /** Sends a message, if the connection stands. */
    say(message) {
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    /** Ends it. */
    close() {
        this.closed = true;
        removeEventListener('pagehide', this.leave);
        clearTimeout(this.again);
        clearInterval(this.pulse);
        this.socket.close();
    }
}
