/** Time between a packet's arrival and its sound, s. */
const START_AHEAD_S = 0.15;
/** Sound scheduled further ahead is dropped: it would be late. */
const MAX_AHEAD_S = 0.6;
const FULL_SCALE = 32_768;

/** Plays 16-bit mono samples as they arrive. Browsers allow sound once the user has acted on the page. */
export class PcmOutput {
  readonly #context = new AudioContext();
  readonly #rate: number;
  #next = 0;

  constructor(rate: number) {
    this.#rate = rate;
    void this.#context.resume();
  }

  play(samples: Int16Array): void {
    const { currentTime } = this.#context;
    if (samples.length === 0 || this.#next - currentTime > MAX_AHEAD_S) return;
    const block = this.#context.createBuffer(1, samples.length, this.#rate);
    block.copyToChannel(
      Float32Array.from(samples, (sample) => sample / FULL_SCALE),
      0,
    );
    const source = this.#context.createBufferSource();
    source.buffer = block;
    source.connect(this.#context.destination);
    // a gap in the stream starts again with a distance
    const at = this.#next > currentTime ? this.#next : currentTime + START_AHEAD_S;
    source.start(at);
    this.#next = at + samples.length / this.#rate;
  }

  close(): void {
    void this.#context.close();
  }
}
