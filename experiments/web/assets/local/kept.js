// Rooms and moves in the database of this browser: what is written is there after a reload.

const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open('hinterhand', 1);
    asked.onupgradeneeded = () => {
        asked.result.createObjectStore('rooms', { keyPath: 'room' });
        asked.result.createObjectStore('moves', { keyPath: ['room', 'hand', 'ply'] });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
});
opened.catch(() => {});

/** Writes what a room has noted, all or nothing. */
export async function write(room, journal) {
    if (!journal.length) return;
    const entry = (await opened).transaction(['rooms', 'moves'], 'readwrite');
    const done = new Promise((resolve, reject) => {
        entry.oncomplete = resolve;
        entry.onabort = () => reject(entry.error ?? new Error('the move cannot be written down'));
    });
    const moves = entry.objectStore('moves');
    for (const { terms, hand, ply, cut, word, thought } of journal) {
        if (terms) entry.objectStore('rooms').put({ room, terms });
        else if (cut !== undefined) moves.delete(IDBKeyRange.bound([room, hand, cut], [room, hand, Infinity]));
        else moves.add({ room, hand, ply, word, thought });
    }
    await done;
}

const got = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
});

/** What was agreed in a room, and its hands; nothing if there is no such room. */
export async function read(room) {
    const entry = (await opened).transaction(['rooms', 'moves']);
    const [about, moves] = await Promise.all([
        got(entry.objectStore('rooms').get(room)),
        got(entry.objectStore('moves').getAll(IDBKeyRange.bound([room], [room, Infinity, Infinity]))),
    ]);
    if (!about) return undefined;
    const hands = [];
    for (const { hand, word, thought } of moves) {
        while (hands.length <= hand) hands.push([]);
        hands[hand].push([word, thought]);
    }
    return { terms: about.terms, hands };
}
