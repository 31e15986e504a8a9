/** Consoles get at most one array of positions in this time. */
export const TICK_MS = 1_000;
/** Newly followed or newly seen vehicles told in one message: who follows 100,000 at once hears of them in five. */
export const FRESH_PER_TICK = 20_000;
/** Vehicles in one piece of the initial list. */
export const INIT_PIECE = 1_000;
/** Views one console may ask for between two messages before all of the next is told anew. */
export const PASSED_VIEWS = 30;
/** While more than this waits to be sent, a console gets nothing new: later it gets the latest of all it missed. */
export const SLOW_BACKLOG_BYTES = 256 * 1024;
/** A console that took nothing for this long is closed. */
export const SLOW_LIMIT_MS = 30_000;
/** The registry is read again at most this often, however many changes are told. */
export const RELOAD_EVERY_MS = 1_000;
/** More followed vehicles than the first in a view from afar are told as cells, until there are fewer than the second. */
export const GATHER = { from: 2_000, until: 1_600 } as const;
/** Cells are counted anew, and told, at most this often. */
export const GATHER_EVERY_MS = 2_000;
/** A cell names its vehicles while there are no more: a console draws so few by themselves. */
export const CELL_NAMES = 3;
/** Cells of one message at most; for more, coarser ones are taken. */
export const MAX_CELLS = 3_000;
/** News of alarms kept for consoles that were cut off, at least. */
export const ALARMS_KEPT = 20_000;
/** Alarms of one message at most. */
export const ALARMS_PER_MESSAGE = 500;
