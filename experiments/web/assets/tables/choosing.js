// Choosing an action by pieces on the table: which actions go on from what was chosen so far.

/** What has been chosen of the legal actions, by their steps. */
export class Choosing {
    constructor(words, layout) {
        this.actions = words.map((word) => ({ word, steps: layout.steps(word) }));
        this.anyOrder = layout.anyOrder ?? false;
        this.start = words.length ? layout.given?.(words) ?? [] : [];
        this.chosen = [...this.start];
    }

    /** The actions that go on from these steps. */
    after(chosen) {
        const fits = ({ steps }) => (this.anyOrder ? chosen.every((step) => steps.includes(step)) : chosen.every((step, n) => steps[n] === step));
        return this.actions.filter((action) => action.steps.length >= chosen.length && action.steps.length > 0 && fits(action));
    }

    /** The steps that can come next. */
    next() {
        const found = new Set();
        for (const { steps } of this.after(this.chosen)) {
            if (this.anyOrder) steps.filter((step) => !this.chosen.includes(step)).forEach((step) => found.add(step));
            else if (steps.length > this.chosen.length) found.add(steps[this.chosen.length]);
        }
        return found;
    }

    /** Chooses a step, or takes it back; returns the actions that are named by now, and whether more steps may follow. */
    choose(step) {
        if (this.chosen.includes(step) && !this.start.includes(step) && !(this.next().has(step))) {
            this.chosen = this.anyOrder ? this.chosen.filter((other) => other !== step) : [...this.start];
            return { named: [], more: true, refused: false };
        }
        let chosen = [...this.chosen, step];
        let found = this.after(chosen);
        if (found.length === 0) {
            // Another beginning takes the place of this one.
            chosen = [...this.start, step];
            found = this.after(chosen);
        }
        if (found.length === 0) return { named: [], more: true, refused: true };
        this.chosen = chosen;
        const named = found.filter(({ steps }) => steps.length === chosen.length).map(({ word }) => word);
        return { named, more: named.length < found.length, refused: false };
    }

    /** The actions that are named by nothing on the table. */
    buttons() {
        return this.actions.filter(({ steps }) => steps.length === 0).map(({ word }) => word);
    }
}
