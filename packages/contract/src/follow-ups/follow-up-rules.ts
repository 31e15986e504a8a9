/** Kinds of notes about a vehicle that is not heard of. */
export const offlineNoteKinds = { remark: 1, visit: 2, stop: 3 } as const;
/** SPOT_KIND: position, track, video, how a violation was handled. */
export const spotKinds = { position: 1, track: 2, video: 3, violation: 4 } as const;
export type SpotKind = (typeof spotKinds)[keyof typeof spotKinds];

/** Letters of a remark, of what was said on a visit, of what was seen on a check. */
export const MAX_FOLLOWUP_TEXT = 200;
/** Days before and after today that a stop may begin on, and days it may last. */
export const MAX_STOP_BEGIN_DAYS = 92;
export const MAX_STOP_DAYS = 366;
