import { describe, expect, it } from 'vitest';
import { followLiveEdge } from './live-edge.ts';

describe('the live edge', () => {
  it.each([
    ['starts near the end of the buffer', { start: 100, end: 102, current: 0, rate: 1 }, { seekTo: 101.6, rate: 1 }],
    ['starts at the beginning of a short buffer', { start: 100, end: 100.04, current: 0, rate: 1 }, { seekTo: 100, rate: 1 }],
    ['does not change a small delay', { start: 0, end: 10, current: 9.5, rate: 1 }, { seekTo: null, rate: 1 }],
    ['plays faster when the delay grows', { start: 0, end: 10, current: 8.9, rate: 1 }, { seekTo: null, rate: 1.1 }],
    ['continues faster until the delay is small', { start: 0, end: 10, current: 9.3, rate: 1.1 }, { seekTo: null, rate: 1.1 }],
    [
      'returns to normal speed when the delay is small',
      { start: 0, end: 10, current: 9.7, rate: 1.1 },
      { seekTo: null, rate: 1 },
    ],
    ['jumps when the delay is large', { start: 0, end: 30, current: 20, rate: 1.1 }, { seekTo: 29.6, rate: 1 }],
    ['jumps over a gap', { start: 25, end: 26, current: 20, rate: 1 }, { seekTo: 25.6, rate: 1 }],
    ['follows a timeline that jumped back', { start: 3, end: 4, current: 20, rate: 1 }, { seekTo: 3.6, rate: 1 }],
  ])('%s', (_title, playhead, expected) => {
    const { seekTo, rate } = followLiveEdge(playhead);
    expect({ seekTo: seekTo === null ? null : Number(seekTo.toFixed(3)), rate }).toEqual(expected);
  });
});
