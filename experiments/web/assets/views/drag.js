// Pieces that are dragged by the pointer: onto the table, or onto what they are to go to.

/** From this many pixels on it is a drag and no click. */
const FAR = 7;

/** How long a piece stays where it was dropped while the answer is awaited, in milliseconds. */
const WAIT = 1500;

/** Lets the pieces on a stage be dragged: `may` says whether a token can be chosen now, `drop` is called with a token and
 * that on which it was dropped, none for the open table, and says whether that was an action. */
export class Drag {
    constructor(stage, may, drop) {
        Object.assign(this, { stage, may, drop, held: null, was: false });
        stage.addEventListener('pointerdown', (event) => this.take(event));
        stage.addEventListener('pointermove', (event) => this.move(event));
        stage.addEventListener('pointerup', (event) => this.leave(event));
        stage.addEventListener('pointercancel', (event) => this.cancel(event));
        // A finger is captured by what it touches first; that this ends when the piece takes it over is no end of the drag.
        stage.addEventListener('lostpointercapture', (event) => { if (event.target === this.held?.piece) this.cancel(event); });
        // The click that follows a drag is none.
        stage.addEventListener('click', (event) => {
            if (!this.was) return;
            this.was = false;
            event.stopImmediatePropagation();
            event.preventDefault();
        }, true);
    }

    take(event) {
        this.was = false;
        const piece = event.target.closest?.('button[data-token]');
        // The squares of a board without a piece stay where they are.
        if (this.held || !event.isPrimary || event.button !== 0 || !piece?.querySelector('.card:not(.none)') || !this.may(piece.getAttribute('data-token'))) return;
        this.held = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false };
    }

    move({ pointerId, clientX, clientY }) {
        const { held } = this;
        if (!held || held.id !== pointerId) return;
        const [x, y] = [clientX - held.x, clientY - held.y];
        if (!held.moves) {
            if (Math.hypot(x, y) < FAR) return;
            held.moves = true;
            held.piece.setPointerCapture(pointerId);
            held.piece.classList.add('dragged');
            this.stage.classList.add('dropping');
        }
        held.piece.style.transform = `translate(${x}px, ${y}px)`;
    }

    leave(event) {
        const { held } = this;
        if (!held || held.id !== event.pointerId) return;
        this.held = null;
        if (!held.moves) return;
        this.was = true;
        setTimeout(() => { this.was = false; }, 0);
        const { piece } = held;
        // What lies under it.
        piece.style.visibility = 'hidden';
        const under = document.elementFromPoint(event.clientX, event.clientY);
        piece.style.visibility = '';
        const acts = this.stage.contains(under) && this.dropped(piece, under);
        if (acts) setTimeout(() => this.still(piece), WAIT);
        else this.still(piece);
        this.stage.classList.remove('dropping');
    }

    /** Drops a piece on what lies under it; whether that is an action. */
    dropped(piece, under) {
        const token = piece.getAttribute('data-token');
        const onto = under.closest('[data-token]');
        const hand = piece.closest('.mine');
        // Back to the own hand, or to the place where it lay.
        if (hand ? under.closest('.mine, .near') : !onto || onto === piece) return false;
        return this.drop(token, onto?.getAttribute('data-token') ?? null);
    }

    cancel(event) {
        const { held } = this;
        if (!held || held.id !== event.pointerId) return;
        this.held = null;
        this.stage.classList.remove('dropping');
        this.still(held.piece);
    }

    still(piece) {
        piece.style.transform = '';
        piece.classList.remove('dragged');
    }
}
