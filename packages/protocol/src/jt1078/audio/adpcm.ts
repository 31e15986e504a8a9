import type { DecodeAudio, EncodeAudio } from './decode-audio.ts';

/** IMA ADPCM, recommended practices 3.00: steps and changes of their index. */
const STEPS: readonly number[] = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143,
  157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411,
  1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442,
  11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const INDEX_CHANGES: readonly number[] = [-1, -1, -1, -1, 2, 4, 6, 8];
/** Predictor (little-endian), index and a reserved byte before each frame. */
const STATE_BYTES = 4;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The state between two samples. */
type State = { predictor: number; index: number };

/** Moves the state by one code. */
function step(state: State, code: number): void {
  const size = STEPS[state.index]!;
  const change = (size >> 3) + (code & 4 ? size : 0) + (code & 2 ? size >> 1 : 0) + (code & 1 ? size >> 2 : 0);
  state.predictor = clamp(code & 8 ? state.predictor - change : state.predictor + change, -0x8000, 0x7fff);
  state.index = clamp(state.index + INDEX_CHANGES[code & 7]!, 0, STEPS.length - 1);
}

/** The code whose step comes nearest to a sample. */
function chooseCode({ predictor, index }: State, sample: number): number {
  const size = STEPS[index]!;
  const quarters = Math.min(Math.floor((Math.abs(sample - predictor) * 4) / size), 7);
  return (sample < predictor ? 8 : 0) | quarters;
}

/** An encoder with the state of one stream; DVI4 order. */
export function createAdpcmEncoder(): EncodeAudio {
  const state: State = { predictor: 0, index: 0 };
  return (samples) => {
    const data = new Uint8Array(STATE_BYTES + Math.ceil(samples.length / 2));
    data.set([state.predictor & 0xff, (state.predictor >> 8) & 0xff, state.index]);
    samples.forEach((sample, i) => {
      const code = chooseCode(state, sample);
      step(state, code);
      data[STATE_BYTES + (i >> 1)]! |= i % 2 === 0 ? code << 4 : code;
    });
    return data;
  };
}

/** DVI4 order: the first sample is in the high half of a byte. Each frame carries its state, so a lost one harms no other. */
export const decodeAdpcm: DecodeAudio = (data) => {
  if (data.length < STATE_BYTES) return new Int16Array();
  const state: State = { predictor: ((data[1]! << 24) >> 16) | data[0]!, index: clamp(data[2]!, 0, STEPS.length - 1) };
  const samples = new Int16Array((data.length - STATE_BYTES) * 2);
  for (let i = 0; i < samples.length; i++) {
    const byte = data[STATE_BYTES + (i >> 1)]!;
    step(state, i % 2 === 0 ? byte >> 4 : byte & 15);
    samples[i] = state.predictor;
  }
  return samples;
};
