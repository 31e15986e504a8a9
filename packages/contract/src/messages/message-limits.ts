/** Longest text typed by people (console.md 5). */
export const MESSAGE_MAX = 250;
/** The send flag is this plus the sum of the chosen channels: 16 advertising screen, 8 TTS, 4 display (console.md 9). */
export const SEND_FLAG_BASE = 3;
/** Terminal TTS (console.md 9). */
export const DEFAULT_CHANNEL = 8;
