import { create } from 'zustand';
import { lengthOf, TONES } from './alarm-tones.ts';

export type Level = 1 | 2 | 3;

/** Audio state. `blocked`: the browser blocks audio until a user action. `played`: number of sounds. */
type SoundState = {
  readonly state: 'idle' | 'playing' | 'blocked';
  readonly level: Level | null;
  readonly played: number;
};

export const useSoundState = create<SoundState>(() => ({ state: 'idle', level: null, played: 0 }));

/** Fade of a tone's ends, s, to avoid clicks. */
const FADE_S = 0.01;

let context: AudioContext | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
let stopNow = () => {};

/**
 * Plays a level's tones at a volume in percent. One at a time: a higher level interrupts a lower one, others are dropped, so that
 * an alarm storm stays bearable.
 */
export async function playLevel(level: Level, volume: number): Promise<void> {
  const { state, level: sounding } = useSoundState.getState();
  if (state === 'playing' && sounding !== null && sounding >= level) return;
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') {
    useSoundState.setState({ state: 'blocked' });
    unblockWithTouch(context);
    // pending without a user action: report it and drop this sound
    const resumed = await Promise.race([context.resume().then(() => true), rest(RESUME_MS)]);
    if (!resumed) return;
  }
  stopNow();
  stopNow = schedule(context, level, volume);
  useSoundState.setState(({ played }) => ({ state: 'playing', level, played: played + 1 }));
  clearTimeout(ending);
  ending = setTimeout(() => useSoundState.setState({ state: 'idle', level: null }), lengthOf(TONES[level]));
}

/** Resumes audio at the next user action, as browsers require. */
function unblockWithTouch(audio: AudioContext): void {
  const touched = async () => {
    await audio.resume();
    if (useSoundState.getState().state === 'blocked') useSoundState.setState({ state: 'idle' });
  };
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, () => void touched(), { once: true });
}

/** Time limit for resuming audio, ms. */
const RESUME_MS = 300;
const rest = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms));

/** Schedules a level's tones on the audio clock; returns the function that stops them. */
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

/** Stops the current sound. */
export function silence(): void {
  stopNow();
  stopNow = () => {};
  clearTimeout(ending);
  useSoundState.setState({ state: 'idle', level: null });
}
