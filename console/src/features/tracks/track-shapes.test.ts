import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { palettes } from '../../ui/theme/theme.ts';
import { speedColour } from './speed-bands.ts';
import { trackData } from './testing.ts';
import { alarmBadge, endFlags, stopBadge, stretchesOf, trackLines } from './track-shapes.ts';

const palette = palettes.light;
const [green, blue, orange, red] = [2, 1, 4, 5].map((status) => palette.status[status]!.mark);

describe('speed colours', () => {
  it('are green up to 30, blue up to 60, orange up to 80, and red above', () => {
    const at = [0, 29.9, 30, 30.1, 60, 60.1, 80, 80.1, 200].map((speed) => speedColour(palette, speed));
    expect(at).toEqual([green, green, green, blue, blue, orange, orange, red, red]);
  });
});

describe('the line of a track', () => {
  const data = trackData([
    { at: 0, lng: 100, speedKmh: 20 },
    { at: MINUTE_MS, lng: 101, speedKmh: 50 },
    { at: 2 * MINUTE_MS, lng: 102, speedKmh: 90 },
    { at: 13 * MINUTE_MS, lng: 103, speedKmh: 10 },
    { at: 24 * MINUTE_MS, lng: 104, speedKmh: 70 },
    { at: 25 * MINUTE_MS, lng: 105, speedKmh: 70 },
  ]);

  it('is split at gaps of more than ten minutes without data', () => {
    expect(stretchesOf(data)).toEqual([
      [0, 2],
      [3, 3],
      [4, 5],
    ]);
    expect(stretchesOf(trackData([{ at: 0 }, { at: 10 * MINUTE_MS }]))).toEqual([[0, 1]]);
    expect(stretchesOf(trackData([]))).toEqual([]);
  });

  it('has the colours of its speeds, and is dashed over gaps', () => {
    const lines = trackLines(data, palette, null);
    expect(lines.map(({ points, stroke, colours }) => [points.map(([lng]) => lng), stroke.dash !== undefined, colours])).toEqual([
      [[102, 103], true, undefined],
      [[100, 101, 102], false, [green, blue, red]],
      [[103, 104], true, undefined],
      [[104, 105], false, [orange, orange]],
    ]);
    expect(lines.filter(({ colours }) => colours).map(({ stroke }) => stroke.width)).toEqual([3, 3]);
  });

  it('has the colour of its vehicle if one is given', () => {
    const lines = trackLines(data, palette, '#4F46E5');
    expect(lines.map(({ stroke, colours }) => [stroke.colour, colours])).toEqual(lines.map(() => ['#4F46E5', undefined]));
  });
});

describe('markers on a track', () => {
  it('are flags at its ends, squares with minutes for stops, and triangles in the colour of the level for alarms', () => {
    const data = trackData([
      { at: 0, lng: 100 },
      { at: MINUTE_MS, lng: 101 },
    ]);
    const texts = { start: '起', end: '终' };
    expect(endFlags(data, '#4F46E5', texts)).toMatchObject([
      { form: 'flag', at: [100, 23], text: '起' },
      { form: 'flag', at: [101, 23], text: '终' },
    ]);
    expect(endFlags(trackData([{ at: 0 }]), '#4F46E5', texts)).toHaveLength(1);
    expect(endFlags(trackData([]), '#4F46E5', texts)).toEqual([]);
    const stop = { start: 0, end: 12 * MINUTE_MS + 20_000, x: 100, y: 23, idle: 0 };
    expect(stopBadge(stop, palette)).toEqual({ kind: 'badge', form: 'square', at: [100, 23], colour: blue, text: 'P 12' });
    const alarm = (bit: number) => alarmBadge({ bit, start: 0, end: 0, x: 1, y: 2, sp: 0 }, palette);
    expect(alarm(0)).toEqual({ kind: 'badge', form: 'triangle', at: [1, 2], colour: red });
    expect([alarm(1).colour, alarm(4).colour]).toEqual([orange, palette.status[3].mark]);
  });
});
