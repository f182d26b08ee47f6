// The rules and the bots in this browser: the module, which is loaded once, and copies of it in workers.

const place = (name) => new URL(`../${name}`, import.meta.url);

/** The bytes of a packed file, as a stream. */
async function unpacked(name) {
    const response = await fetch(place(name));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return response.body.pipeThrough(new DecompressionStream('gzip'));
}

const compiled = unpacked('hinterhand.wasm.pack').then((bytes) => WebAssembly.compileStreaming(new Response(bytes, { headers: { 'content-type': 'application/wasm' } })));
// What uses it reports the error.
compiled.catch(() => {});

/** The games and bots that are offered. */
export const offered = fetch(place('games.json')).then((response) => {
    if (!response.ok) throw new Error(`games.json: ${response.status} ${response.statusText}`);
    return response.json();
});
offered.catch(() => {});

/** A copy in a worker. */
class Copy {
    #worker;
    #waiting = new Map();
    #last = 0;

    async #begun() {
        if (this.#worker) return this.#worker;
        const [module, { solutions }] = await Promise.all([compiled, offered]);
        // Another question may have come first.
        if (!this.#worker) {
            this.#worker = new Worker(new URL('./worker.js', import.meta.url));
            this.#worker.onmessage = ({ data }) => this.#hear(data);
            this.#worker.onerror = (event) => this.#end(event.message);
            this.#worker.postMessage({ module });
            this.#send(this.#worker, { text: JSON.stringify({ ask: 'open', solutions }) }).catch(() => {});
        }
        return this.#worker;
    }

    #send(worker, message) {
        this.#last += 1;
        const id = this.#last;
        worker.postMessage({ ...message, id });
        return new Promise((resolve, reject) => { this.#waiting.set(id, { resolve, reject }); });
    }

    #hear({ id, answer, failed }) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (failed === undefined) {
            waiting?.resolve(answer);
        } else {
            waiting?.reject(new Error(failed));
            this.#end(failed);
        }
    }

    /** Ends the worker, whose memory is of no use any more; the next question begins another one. */
    #end(reason) {
        this.#worker?.terminate();
        this.#worker = undefined;
        for (const { reject } of this.#waiting.values()) reject(new Error(reason));
        this.#waiting.clear();
    }

    /** Asks; a slice of a solution that is needed is loaded. */
    async ask(request) {
        let loaded;
        for (;;) {
            const answer = JSON.parse(await this.#send(await this.#begun(), { text: JSON.stringify(request) }));
            if (answer.error !== undefined) throw new Error(answer.error);
            if (answer.needs === undefined) return answer;
            if (answer.needs === loaded) throw new Error(`${loaded} cannot be used`);
            loaded = answer.needs;
            await this.#load(loaded);
        }
    }

    async #load(slice) {
        const bytes = new Uint8Array(await new Response(await unpacked(`slices/${slice.replace('/', '.')}.pack`)).arrayBuffer());
        const wrong = await this.#send(await this.#begun(), { slice, bytes });
        if (wrong) throw new Error(wrong);
    }
}

/** For rooms: it must answer at once. */
export const table = new Copy();

/** For bots that play. */
export const thinker = new Copy();

/** For bots that are asked about records. */
export const reader = new Copy();
