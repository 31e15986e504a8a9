/** Hz: two rising tones. */
const TONES = [880, 1_175] as const;
const TONE_S = 0.18;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Plays two tones for requests that need an answer. Silent if the browser blocks audio, as before the first click. */
export function chime(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  void context.resume().catch(() => undefined);
  TONES.forEach((frequency, i) => {
    const tone = new OscillatorNode(context!, { frequency });
    const gain = new GainNode(context!, { gain: VOLUME });
    tone.connect(gain).connect(destination);
    tone.start(currentTime + i * TONE_S);
    tone.stop(currentTime + (i + 1) * TONE_S);
  });
}
