import { expect, it } from 'vitest';
import { payloadName } from './payload-names.ts';

it('names the codecs that terminals use, and shows the number of others', () => {
  const names = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => payloadName(first + at));
  expect(names(1, 9)).toEqual(['G.721', 'G.722', 'G.723', 'G.728', 'G.729', 'G.711A', 'G.711U', 'G.726', 'G.729A']);
  expect(names(10, 18)).toEqual(['DVI4', 'DVI4', 'DVI4', 'DVI4', 'LPC', 'S16BE', 'S16BE', 'MPEG Audio', 'LPCM']);
  expect(names(19, 24)).toEqual(['AAC', 'WMA9', 'HE-AAC', 'PCM', 'PCM', 'AAC-LC']);
  expect(names(25, 28)).toEqual(['MP3', 'ADPCM', 'MPEG-4 Audio', 'AMR']);
  expect(names(98, 101)).toEqual(['H.264', 'H.265', 'AVS', 'SVAC']);
  expect(payloadName(90)).toBe('90');
});
