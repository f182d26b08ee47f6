// The layouts by the name that a drawing gives; a game without one is shown plainly.

import * as klondikeChess from './klondike_chess.js';
import * as phantom from './phantom.js';
import * as plain from './plain.js';
import * as recipippes from './recipippes.js';
import * as schikanoeschen from './schikanoeschen.js';
import * as small from './small.js';
import * as tricks from './tricks.js';

const LAYOUTS = {
    tricks, recipippes, schikanoeschen, 'klondike-chess': klondikeChess, squares: phantom, hexagons: phantom,
    poker: small, dice: small, auction: small,
};

/** The layout of a drawing. */
export const layoutOf = (drawing) => LAYOUTS[drawing?.layout] ?? plain;
