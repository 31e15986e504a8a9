/** A tone: Hz, duration and pause in ms. */
type Tone = { readonly hz: number; readonly ms: number; readonly pauseMs: number };

const beep = (hz: number, ms: number, pauseMs = 60): Tone => ({ hz, ms, pauseMs });
const times = (n: number, ...tones: readonly Tone[]): readonly Tone[] => Array.from({ length: n }, () => tones).flat();

/** The tones of each level: higher and longer with severity. */
export const TONES: Readonly<Record<1 | 2 | 3, readonly Tone[]>> = {
  1: [beep(660, 160)],
  2: times(2, beep(880, 180)),
  3: times(3, beep(1_046, 160, 20), beep(784, 160)),
};

export const lengthOf = (tones: readonly Tone[]): number => tones.reduce((sum, { ms, pauseMs }) => sum + ms + pauseMs, 0);
