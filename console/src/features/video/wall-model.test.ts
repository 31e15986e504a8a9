import { describe, expect, it } from 'vitest';
import { type Channel, changeWall, emptyWall, LAYOUTS, streamOf, tileKey, type Wall, type WallAction } from './wall-model.ts';

const channel = (targId: string, n: number): Channel => ({ targId, plate: `P${targId}`, colour: 2, channel: n, name: '' });
const channels = (targId: string, count: number) => Array.from({ length: count }, (_, at) => channel(targId, at + 1));
const after = (wall: Wall, ...actions: readonly WallAction[]) => actions.reduce(changeWall, wall);
const keys = (wall: Wall) => wall.tiles.map((tile) => (tile ? tileKey(tile.channel) : ''));

describe('the tiles of the wall', () => {
  it('are 1, 4, 6, 9 or 16', () => {
    expect(LAYOUTS.map((layout) => emptyWall(layout).tiles.length)).toEqual([1, 4, 6, 9, 16]);
  });
  it('place channels in free tiles, the selected tile first', () => {
    const wall = after(emptyWall(4), { kind: 'select', at: 2 }, { kind: 'open', channels: [channel('1', 1)] });
    expect(keys(after(wall, { kind: 'open', channels: [channel('1', 2)] }))).toEqual(['1-2', '', '1-1', '']);
  });
  it('are replaced by a page of a rotation, up to the number of tiles', () => {
    const wall = after(emptyWall(4), { kind: 'open', channels: channels('1', 3) }, { kind: 'sound', at: 1 });
    expect(keys(after(wall, { kind: 'show', channels: channels('2', 2) }))).toEqual(['2-1', '2-2', '', '']);
    const full = after(wall, { kind: 'show', channels: channels('2', 5) });
    expect([full.layout, keys(full), full.sound]).toEqual([4, ['2-1', '2-2', '2-3', '2-4'], null]);
  });
  it('increase for all channels of a vehicle, up to sixteen', () => {
    const wall = after(emptyWall(1), { kind: 'open', channels: channels('1', 4) });
    expect([wall.layout, keys(wall)]).toEqual([4, ['1-1', '1-2', '1-3', '1-4']]);
    expect(after(wall, { kind: 'open', channels: channels('2', 4) }).layout).toBe(9);
    const full = after(wall, { kind: 'open', channels: channels('2', 14) });
    expect([full.layout, new Set(keys(full)).size]).toEqual([16, 16]);
  });
  it('show a channel once, and select its existing tile', () => {
    const wall = after(emptyWall(4), { kind: 'open', channels: channels('1', 2) }, { kind: 'open', channels: [channel('1', 1)] });
    expect([keys(wall), wall.selected]).toEqual([['1-1', '1-2', '', ''], 0]);
  });
  it('are replaced by a drop, and the sound of the previous channel is turned off', () => {
    const wall = after(emptyWall(4), { kind: 'open', channels: channels('1', 4) }, { kind: 'sound', at: 1 });
    const dropped = after(wall, { kind: 'open', channels: [channel('2', 1)], at: 1 });
    expect([keys(dropped), dropped.sound]).toEqual([['1-1', '2-1', '1-3', '1-4'], null]);
  });
  it('swap places with their sound', () => {
    const wall = after(emptyWall(4), { kind: 'open', channels: channels('1', 2) }, { kind: 'sound', at: 0 });
    const swapped = after(wall, { kind: 'swap', from: 0, to: 3 });
    expect([keys(swapped), swapped.sound, swapped.selected]).toEqual([['', '1-2', '', '1-1'], 3, 3]);
  });
  it('drop the channels that do not fit a smaller layout, after the free tiles', () => {
    const wall = after(emptyWall(9), { kind: 'open', channels: channels('1', 9) }, { kind: 'sound', at: 6 });
    expect(keys(after(wall, { kind: 'layout', layout: 4 }))).toEqual(['1-1', '1-2', '1-3', '1-4']);
    const holes = after(wall, { kind: 'close', at: 0 }, { kind: 'close', at: 2 }, { kind: 'close', at: 3 });
    const smaller = after(holes, { kind: 'close', at: 7 }, { kind: 'close', at: 8 }, { kind: 'layout', layout: 4 });
    expect([keys(smaller), smaller.sound]).toEqual([['1-2', '1-5', '1-6', '1-7'], 3]);
  });
  it('have sound one at a time', () => {
    const wall = after(emptyWall(4), { kind: 'open', channels: channels('1', 2) }, { kind: 'sound', at: 0 });
    expect(after(wall, { kind: 'sound', at: 1 }).sound).toBe(1);
    expect(after(wall, { kind: 'close', at: 0 }).sound).toBeNull();
  });
  it('all stop together', () => {
    const wall = after(
      emptyWall(4),
      { kind: 'open', channels: channels('1', 4) },
      { kind: 'enlarge', at: 2 },
      { kind: 'closeAll' },
    );
    expect([keys(wall), wall.enlarged]).toEqual([['', '', '', ''], null]);
  });
});

describe('the stream of a tile', () => {
  const filled = (layout: 1 | 4 | 6) => after(emptyWall(layout), { kind: 'open', channels: channels('1', layout) });
  it('is the main stream in large tiles and the sub stream in small ones', () => {
    expect(streamOf(filled(1), 0, true)).toBe(0);
    expect([0, 3].map((at) => streamOf(filled(4), at, true))).toEqual([1, 1]);
    expect([0, 1].map((at) => streamOf(filled(6), at, true))).toEqual([0, 1]);
    expect(streamOf(after(filled(4), { kind: 'enlarge', at: 3 }), 3, true)).toBe(0);
  });
  it('is the stream that the user selected', () => {
    expect(streamOf(after(filled(4), { kind: 'stream', at: 2, stream: 0 }), 2, true)).toBe(0);
    expect(streamOf(after(filled(1), { kind: 'stream', at: 0, stream: 1 }), 0, true)).toBe(1);
  });
  it('is the sub stream without the permission for the main one', () => {
    expect(streamOf(after(filled(1), { kind: 'stream', at: 0, stream: 0 }), 0, false)).toBe(1);
  });
});
