// The keys at a table.

/** The suits of the pairs that can be announced: that of trumps, and the others. */
function pairs(view) {
    const trump = view.drawing?.facts.find(([name]) => name === 'trump')?.[1];
    const all = view.legal?.filter((word) => word.startsWith('marry:')) ?? [];
    return { trump: `marry:${trump}`, others: all.filter((word) => word !== `marry:${trump}`) };
}

// What a key does at a trick table.
const TRICKS = {
    t: ({ board }) => board.play('exchange'),
    z: ({ board }) => board.play('close'),
    s: (seat) => seat.sort(),
    j: ({ board, view }) => board.play(pairs(view).trump),
    h: ({ board, view }) => {
        const { others } = pairs(view);
        if (others.length > 1) board.offer(others);
        else board.play(others[0]);
    },
};

/** Does what a key stands for, if it stands for something. */
export function pressed(event, seat) {
    const { board, view } = seat;
    const key = event.key.toLowerCase();
    if (!view || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea')) return;
    const onButton = event.target.closest?.('button, a, summary');
    const done = () => event.preventDefault();
    if (key === 'enter') {
        const stop = ['stop', 'out'].find((word) => view.legal?.includes(word));
        if (onButton && !(stop && onButton.hasAttribute('data-token'))) return;
        if (view.turn === 'over') seat.next();
        else if (stop) board.play(stop);
        else return;
        done();
    } else if (/^[1-9]$/.test(key)) {
        board.hand()[Number(key) - 1]?.click();
    } else if (key === 'k' && view.masked) {
        if (view.legal?.includes('knock')) board.play('knock');
        else seat.knock();
    } else if (key === 'r' && view.again) {
        seat.again();
    } else if (key === '?' && view.hints) {
        seat.say('hint');
    } else if (key === 'backspace' && view.practice && view.turn !== 'over') {
        seat.say('undo');
        done();
    } else if (key === 'escape') {
        board.cancel();
    } else if (view.drawing?.layout === 'tricks') {
        TRICKS[key]?.(seat);
    }
}
