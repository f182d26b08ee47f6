// A copy of the rules and the bots, on a thread of its own: it answers one question after the other.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let begun;

async function begin(module) {
    let exports;
    const page = {
        now: () => performance.now(),
        failed: (at, length) => { throw new Error(decoder.decode(new Uint8Array(exports.memory.buffer, at, length))); },
    };
    ({ exports } = await WebAssembly.instantiate(module, { page }));
    exports.begin();
    return exports;
}

function put(wasm, bytes) {
    const at = wasm.take(bytes.length);
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
}

const answered = (wasm, at) => decoder.decode(new Uint8Array(wasm.memory.buffer, at, wasm.answer_length()));

onmessage = async ({ data: { module, id, text, slice, bytes } }) => {
    if (module) {
        begun = begin(module);
        return;
    }
    try {
        const wasm = await begun;
        const at = slice ? wasm.add_slice(...put(wasm, encoder.encode(slice)), ...put(wasm, bytes)) : wasm.answer(...put(wasm, encoder.encode(text)));
        postMessage({ id, answer: answered(wasm, at) });
    } catch (error) {
        postMessage({ id, failed: error.message });
    }
};
