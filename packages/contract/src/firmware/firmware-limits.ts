/** Limits of firmware files and roll-outs, which forms check too. */

const MIB = 1024 * 1024;
export const MAX_FIRMWARE_BYTES = 20 * MIB;
/** Smaller files are no firmware. */
export const MIN_FIRMWARE_BYTES = 1024;
/** The version and the maker's number of 0x8108. */
export const MAX_VERSION_BYTES = 64;
export const MAX_MAKER_BYTES = 5;
export const MAX_MODELS = 50;
/** Vehicles of one roll-out. */
export const MAX_ROLLOUT_TARGETS = 10_000;
/** UPGRADE_KIND: the terminal itself; others are its IC card reader and its GNSS module. */
export const UPGRADE_TERMINAL = 0;

/** ROLLOUT_WAY: the platform sends the file (0x8108), or the terminal downloads it (0x8105, command 1). */
export const ROLLOUT_WAYS = { push: 1, download: 2 } as const;
/** ROLLOUT_STATE. `stopped`: too many vehicles failed. `awaiting`: a second user must approve it; `expired`: it was not approved in time. */
export const ROLLOUT_STATES = { running: 0, paused: 1, stopped: 2, finished: 3, cancelled: 4, awaiting: 5, expired: 6 } as const;
/** ROLLOUT_STAGE: the first percentage, then all vehicles. */
export const ROLLOUT_STAGES = { first: 1, all: 2 } as const;
/** UPGRADE_STATE of one vehicle. `sent`: the result (0x0108) is missing. `cancelled`: the terminal did not install it. */
export const UPGRADE_STATES = {
  waiting: 0,
  sending: 1,
  sent: 2,
  succeeded: 3,
  failed: 4,
  cancelled: 5,
  withdrawn: 6,
} as const;

/** What a user may do to a roll-out, and the states in which it is possible. */
export const ROLLOUT_ACTIONS = {
  approve: [ROLLOUT_STATES.awaiting],
  pause: [ROLLOUT_STATES.running],
  resume: [ROLLOUT_STATES.paused, ROLLOUT_STATES.stopped],
  releaseAll: [ROLLOUT_STATES.running, ROLLOUT_STATES.paused, ROLLOUT_STATES.stopped],
  retryFailed: [ROLLOUT_STATES.running, ROLLOUT_STATES.paused, ROLLOUT_STATES.stopped, ROLLOUT_STATES.finished],
  cancel: [ROLLOUT_STATES.running, ROLLOUT_STATES.paused, ROLLOUT_STATES.stopped, ROLLOUT_STATES.awaiting],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type RolloutAction = keyof typeof ROLLOUT_ACTIONS;
