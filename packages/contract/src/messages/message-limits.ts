/** Longest text typed by people (console.md 5). */
export const MESSAGE_MAX = 250;
/** The send flag is this plus the sum of the chosen channels: 16 advertising screen, 8 TTS, 4 display (console.md 9). */
export const SEND_FLAG_BASE = 3;
/** Terminal TTS (console.md 9). */
export const DEFAULT_CHANNEL = 8;

/** Messages in both directions: sent text (0x8300), question (0x8302), information (0x8304); event, answer, request of a driver. */
export const MESSAGE_KINDS = ['text', 'question', 'info', 'event', 'answer', 'demand'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
