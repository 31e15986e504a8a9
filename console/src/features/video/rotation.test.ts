import { MAX_ROTATION_CHANNELS } from '@fleetwarden/contract/video/rotation-limits';
import { describe, expect, it } from 'vitest';
import { changeRotation, channelsOfPage, countPages, EMPTY_ROTATION, pageAt, type Rotation } from './rotation.ts';
import type { Channel } from './wall-model.ts';

const channel = (n: number): Channel => ({ targId: String(n), plate: `京A${n}`, colour: 2, channel: 1, name: '' });
const listOf = (count: number): Rotation =>
  changeRotation(EMPTY_ROTATION, { kind: 'add', channels: Array.from({ length: count }, (_, i) => channel(i + 1)) });
const shown = (rotation: Rotation, layout: 1 | 4 | 9) => channelsOfPage(rotation, layout).map(({ targId }) => Number(targId));

describe('a rotation', () => {
  it('cycles through its pages, and restarts after the last', () => {
    let rotation = listOf(6);
    const pages = [shown(rotation, 4)];
    for (let turns = 0; turns < 2; turns++) {
      rotation = changeRotation(rotation, { kind: 'turn', layout: 4 });
      pages.push(shown(rotation, 4));
    }
    expect(pages).toEqual([
      [1, 2, 3, 4],
      [5, 6],
      [1, 2, 3, 4],
    ]);
  });

  it('contains each channel once, and has a limit', () => {
    const twice = changeRotation(listOf(3), { kind: 'add', channels: [channel(2), channel(4)] });
    expect(shown(twice, 9)).toEqual([1, 2, 3, 4]);
    expect(listOf(MAX_ROTATION_CHANNELS + 1).channels).toHaveLength(MAX_ROTATION_CHANNELS);
  });

  it('stays within its pages if the layout grows or channels are removed', () => {
    let rotation = listOf(5);
    for (let turns = 0; turns < 4; turns++) rotation = changeRotation(rotation, { kind: 'turn', layout: 1 });
    expect([pageAt(rotation, 1), countPages(rotation, 1)]).toEqual([4, 5]);
    expect([pageAt(rotation, 4), shown(rotation, 4)]).toEqual([1, [5]]);
    expect(shown(changeRotation(rotation, { kind: 'remove', key: '5-1' }), 1)).toEqual([4]);
  });

  it('does not run without channels', () => {
    expect(changeRotation(EMPTY_ROTATION, { kind: 'start' }).isRunning).toBe(false);
    const running = changeRotation(listOf(2), { kind: 'start' });
    expect([running.isRunning, changeRotation(running, { kind: 'pause' }).isRunning]).toEqual([true, false]);
    expect(changeRotation(running, { kind: 'clear' })).toEqual(EMPTY_ROTATION);
  });
});
