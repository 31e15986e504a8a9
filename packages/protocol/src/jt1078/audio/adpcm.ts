import type { DecodeAudio } from './decode-audio.ts';

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

/** DVI4 order: the first sample is in the high half of a byte. Each frame carries its state, so a lost one harms no other. */
export const decodeAdpcm: DecodeAudio = (data) => {
  if (data.length < STATE_BYTES) return new Int16Array();
  let predictor = ((data[1]! << 24) >> 16) | data[0]!;
  let index = clamp(data[2]!, 0, STEPS.length - 1);
  const samples = new Int16Array((data.length - STATE_BYTES) * 2);
  for (let i = 0; i < samples.length; i++) {
    const byte = data[STATE_BYTES + (i >> 1)]!;
    const code = i % 2 === 0 ? byte >> 4 : byte & 15;
    const step = STEPS[index]!;
    const change = (step >> 3) + (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0);
    predictor = clamp(code & 8 ? predictor - change : predictor + change, -0x8000, 0x7fff);
    index = clamp(index + INDEX_CHANGES[code & 7]!, 0, STEPS.length - 1);
    samples[i] = predictor;
  }
  return samples;
};
