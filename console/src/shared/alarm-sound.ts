import { create } from 'zustand';
import { lengthOf, TONES } from './alarm-tones.ts';

export type Level = 1 | 2 | 3;

/** How sounds are: `blocked`: the browser keeps them back until somebody touches the page. `played`: how many there were. */
type SoundState = {
  readonly state: 'idle' | 'playing' | 'blocked';
  readonly level: Level | null;
  readonly played: number;
};

export const useSoundState = create<SoundState>(() => ({ state: 'idle', level: null, played: 0 }));

/** Softens the ends of a tone, s: cut off they click. */
const FADE_S = 0.01;

let context: AudioContext | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
let stopNow = () => {};

/**
 * Sounds a level's tones, made here, at a volume in percent. One at a time: a higher level breaks a lower one off, and the rest is
 * left out, so that a storm of alarms is no noise without end.
 */
export async function playLevel(level: Level, volume: number): Promise<void> {
  const { state, level: sounding } = useSoundState.getState();
  if (state === 'playing' && sounding !== null && sounding >= level) return;
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') {
    useSoundState.setState({ state: 'blocked' });
    unblockWithTouch(context);
    // stays open where nobody has touched the page yet: then it is said, and this sound is over
    const resumed = await Promise.race([context.resume().then(() => true), rest(RESUME_MS)]);
    if (!resumed) return;
  }
  stopNow();
  stopNow = schedule(context, level, volume);
  useSoundState.setState(({ played }) => ({ state: 'playing', level, played: played + 1 }));
  clearTimeout(ending);
  ending = setTimeout(() => useSoundState.setState({ state: 'idle', level: null }), lengthOf(TONES[level]));
}

/** Lets sounds through once somebody touches the page: before that no browser does. */
function unblockWithTouch(audio: AudioContext): void {
  const touched = async () => {
    await audio.resume();
    if (useSoundState.getState().state === 'blocked') useSoundState.setState({ state: 'idle' });
  };
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, () => void touched(), { once: true });
}

/** How long a browser may take to let sounds through, ms. */
const RESUME_MS = 300;
const rest = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));

/** Puts a level's tones on the clock of the sound card; returns what breaks them off. */
function schedule(audio: AudioContext, level: Level, volume: number): () => void {
  const gain = audio.createGain();
  gain.gain.value = 0;
  gain.connect(audio.destination);
  let at = audio.currentTime;
  const loud = volume / 100;
  const voices = TONES[level].map(({ hz, ms, pauseMs }) => {
    const voice = audio.createOscillator();
    voice.type = 'triangle';
    voice.frequency.value = hz;
    voice.connect(gain);
    const end = at + ms / 1_000;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + FADE_S);
    gain.gain.setValueAtTime(loud, end - FADE_S);
    gain.gain.linearRampToValueAtTime(0, end);
    voice.start(at);
    voice.stop(end);
    at = end + pauseMs / 1_000;
    return voice;
  });
  return () => {
    for (const voice of voices) voice.disconnect();
    gain.disconnect();
  };
}

/** Ends what sounds, as when somebody mutes it. */
export function silence(): void {
  stopNow();
  stopNow = () => {};
  clearTimeout(ending);
  useSoundState.setState({ state: 'idle', level: null });
}
