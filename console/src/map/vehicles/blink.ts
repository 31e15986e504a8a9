/** Of a second: an emergency's ring is bright, then dim. At most two flashes per second are safe (WCAG 2.3.1). */
const BLINK_S = { lit: 0.6, whole: 1 } as const;
const DIM = 0.15;

/** Brightness of emergency rings at a time in s; 1 is bright. */
export function blinkAt(now: number): number {
  return now % BLINK_S.whole < BLINK_S.lit ? 1 : DIM;
}

/** Seconds until emergency rings next change their brightness. */
export function untilBlink(now: number): number {
  const at = now % BLINK_S.whole;
  return (at < BLINK_S.lit ? BLINK_S.lit : BLINK_S.whole) - at;
}
