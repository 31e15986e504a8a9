/** Of a second: an emergency's ring is lit, then dim. Two a second at most trouble nobody (WCAG 2.3.1). */
const BLINK_S = { lit: 0.6, whole: 1 } as const;
const DIM = 0.15;

/** How strongly the rings of emergencies are drawn at a moment, s; 1 is lit. */
export function blinkAt(now: number): number {
  return now % BLINK_S.whole < BLINK_S.lit ? 1 : DIM;
}

/** Seconds from a moment, s, until the rings turn dim or are lit again. */
export function untilBlink(now: number): number {
  const at = now % BLINK_S.whole;
  return (at < BLINK_S.lit ? BLINK_S.lit : BLINK_S.whole) - at;
}
