/** Kinds of notes about an offline vehicle. */
export const offlineNoteKinds = { remark: 1, visit: 2, stop: 3 } as const;
/** SPOT_KIND: position, track, video, handling of a violation. */
export const spotKinds = { position: 1, track: 2, video: 3, violation: 4 } as const;
export type SpotKind = (typeof spotKinds)[keyof typeof spotKinds];

/** Characters of a remark, a visit report or a check result. */
export const MAX_FOLLOWUP_TEXT = 200;
/** Days before and after today that a stop may begin on, and days it may last. */
export const MAX_STOP_BEGIN_DAYS = 92;
export const MAX_STOP_DAYS = 366;
