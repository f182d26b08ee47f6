// The rules and the bots in this browser: two modules, each of which is loaded once, and copies of them in workers.

// This file is a part of another one where it is used, so its own place says nothing.
const place = (name) => new URL(`assets/${name}`, document.baseURI);

/** The bytes of a packed file, as a stream. */
async function unpacked(name) {
    const response = await fetch(place(name));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return response.body.pipeThrough(new DecompressionStream('gzip'));
}

async function compile(name) {
    return WebAssembly.compileStreaming(new Response(await unpacked(name), { headers: { 'content-type': 'application/wasm' } }));
}

const tables = compile('tables.wasm.pack');
// The bots are a much longer file, which would only be in the way of what the first move needs.
const bots = tables.then(() => compile('bots.wasm.pack'));
// What uses them reports the error.
for (const module of [tables, bots]) module.catch(() => {});

/** The games and bots that are offered. */
export const offered = unpacked('games.json.pack').then((stream) => new Response(stream).json());
offered.catch(() => {});

/** A copy in a worker. */
class Copy {
    #compiled;
    #worker;
    #begun;
    #waiting = new Map();
    #last = 0;

    constructor(compiled) {
        this.#compiled = compiled;
    }

    /** Begins the worker, once it is needed or soon. It is loaded while the module is. */
    begin() {
        this.#begun ??= this.#start().catch((error) => { this.#end(error.message); throw error; });
        return this.#begun;
    }

    async #start() {
        const worker = new Worker(place('worker.js'));
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = (event) => this.#end(event.message);
        this.#worker = worker;
        const [module, { solutions }] = await Promise.all([this.#compiled, offered]);
        if (this.#worker !== worker) throw new Error('the worker has ended');
        worker.postMessage({ module });
        if (this.#compiled === bots) this.#send(worker, { text: JSON.stringify({ ask: 'open', solutions }) }).catch(() => {});
        return worker;
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
        this.#begun = undefined;
        for (const { reject } of this.#waiting.values()) reject(new Error(reason));
        this.#waiting.clear();
    }

    /** Asks; a slice of a solution that is needed is loaded. */
    async ask(request) {
        let loaded;
        for (;;) {
            const answer = JSON.parse(await this.#send(await this.begin(), { text: JSON.stringify(request) }));
            if (answer.error !== undefined) throw new Error(answer.error);
            if (answer.needs === undefined) return answer;
            if (answer.needs === loaded) throw new Error(`${loaded} cannot be used`);
            loaded = answer.needs;
            await this.#load(loaded);
        }
    }

    async #load(slice) {
        const bytes = new Uint8Array(await new Response(await unpacked(`slices/${slice.replace('/', '.')}.pack`)).arrayBuffer());
        const wrong = await this.#send(await this.begin(), { slice, bytes });
        if (wrong) throw new Error(wrong);
    }
}

/** For rooms: it must answer at once. */
export const table = new Copy(tables);
table.begin().catch(() => {});

/** For bots that play. */
export const thinker = new Copy(bots);

/** For bots that are asked about records. */
export const reader = new Copy(bots);
