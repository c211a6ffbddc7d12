/** The widths at which the page changes its layout. Style sheets write the same numbers, see screen.test.ts. */
import { MediaQuery } from "svelte/reactivity";

/** Above it, seats and log stand beside the board; up to it, they are sheets. */
export const NARROW = 900;
/** Up to it, the page is as narrow as a phone. Boards count the width of their container in the same way. */
export const PHONE = 600;
/** Up to it, a board on a low screen has no room for a column of its own: a phone held sideways is wider, 200 % zoom is not. */
export const LOW = 500;

/** Up to this height, a screen that is wider than high is a phone held sideways, or zoomed in: the board has the whole height. */
export const FLAT = 500;

export const wide = new MediaQuery(`(min-width: ${NARROW + 1}px) and (min-height: ${FLAT + 1}px)`);
export const sideways = new MediaQuery(`(max-height: ${FLAT}px) and (orientation: landscape)`);
