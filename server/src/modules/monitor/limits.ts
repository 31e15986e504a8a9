/** Interval between two position messages to a console. */
export const TICK_MS = 1_000;
/** Newly followed or newly visible vehicles of one message: 100,000 need five messages. */
export const MAX_NEW_PER_TICK = 20_000;
/** Vehicles in one piece of the initial list. */
export const INIT_PIECE = 1_000;
/** Views a console may skip between two messages before the next view is sent in full. */
export const MAX_SKIPPED_VIEWS = 30;
/** Backpressure: nothing is sent to a console while its send buffer exceeds this. */
export const SLOW_BACKLOG_BYTES = 256 * 1024;
/** A connection that stays over SLOW_BACKLOG_BYTES for this long is closed. */
export const SLOW_LIMIT_MS = 30_000;
/** Minimum interval between two reloads of the registry. */
export const RELOAD_EVERY_MS = 1_000;
/** Vehicles in a view at which clustering starts and ends (hysteresis). */
export const CLUSTERING = { from: 2_000, until: 1_600 } as const;
/** Clusters are computed and sent at most once per interval. */
export const CLUSTER_INTERVAL_MS = 2_000;
/** A cell with at most this many vehicles lists them: the console draws them one by one. */
export const MAX_CELL_VEHICLES = 3;
/** Cells of one message; beyond it, a coarser level is sent. */
export const MAX_CELLS = 3_000;
/** Minimum of alarm events stored for consoles that reconnect. */
export const MIN_STORED_ALARMS = 20_000;
export const MAX_ALARMS_PER_MESSAGE = 500;
