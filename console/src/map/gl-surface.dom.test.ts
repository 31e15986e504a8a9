import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSpareSurface, openGlSurface } from './gl-surface.ts';
import { MapUnavailable } from './map-provider.ts';

// External boundary WebGL: a fake context that records its canvas.
let given: { canvas: HTMLCanvasElement }[];
let lost: Set<HTMLCanvasElement>;
let refuses: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  given = [];
  lost = new Set();
  refuses = false;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    if (refuses) return null;
    const gl = {
      canvas: this,
      viewport() {},
      clearColor() {},
      clear() {},
      getExtension: () => null,
      isContextLost: () => lost.has(this),
    };
    given.push(gl);
    return gl as unknown as RenderingContext;
  } as HTMLCanvasElement['getContext']);
});
afterEach(() => {
  dropSpareSurface();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const host = document.createElement('div');
  const overlay = { attach: vi.fn(), draw: vi.fn(), detach: vi.fn() };
  const onLost = vi.fn();
  const surface = openGlSurface(host, overlay, onLost);
  const lose = () => {
    const { canvas } = given.at(-1)!;
    lost.add(canvas);
    canvas.dispatchEvent(new Event('webglcontextlost', { cancelable: true }));
  };
  return { host, overlay, onLost, surface, lose };
}
const camera = { x: 0.5, y: 0.5, worldSize: 512, width: 100, height: 80, pixelRatio: 2 };

describe('the canvas of the vehicles', () => {
  it('requests the restoration of a lost context, and draws again once it is restored', () => {
    const { overlay, onLost, lose } = open();
    const event = new Event('webglcontextlost', { cancelable: true });
    given[0]!.canvas.dispatchEvent(event);
    expect([event.defaultPrevented, overlay.detach.mock.calls.length]).toEqual([true, 1]);
    given[0]!.canvas.dispatchEvent(new Event('webglcontextrestored'));
    expect(overlay.attach).toHaveBeenCalledTimes(2);
    expect(onLost.mock.calls).toEqual([[false]]);
    vi.advanceTimersByTime(60_000);
    expect(given).toHaveLength(1);
    lose();
  });

  it('replaces the canvas if the context is not restored', () => {
    const { host, overlay, surface, lose } = open();
    const above = document.createElement('canvas');
    host.append(above);
    const lost = given[0]!.canvas;
    lose();
    vi.advanceTimersByTime(4_000);
    expect(given).toHaveLength(2);
    expect([...host.children]).toEqual([given[1]!.canvas, above]);
    surface.draw(camera);
    expect(overlay.draw).toHaveBeenLastCalledWith(given[1], camera);
    expect([given[1]!.canvas.width, given[1]!.canvas.height]).toEqual([200, 160]);
    lost.dispatchEvent(new Event('webglcontextrestored'));
    expect(overlay.attach).toHaveBeenLastCalledWith(given[1], false);
  });

  it('reports that drawing is impossible while no context is available, retries, and reports the recovery', () => {
    const { onLost, lose } = open();
    lose();
    refuses = true;
    vi.advanceTimersByTime(8_000);
    expect(onLost.mock.calls).toEqual([[true], [true]]);
    refuses = false;
    vi.advanceTimersByTime(4_000);
    expect(onLost).toHaveBeenLastCalledWith(false);
  });

  it('is reused by the next surface after closing, with its compiled programs, unless its context is lost', () => {
    const first = open();
    first.surface.close();
    const second = open();
    expect([given.length, second.host.firstChild, first.host.children.length]).toEqual([1, given[0]!.canvas, 0]);
    expect([first.overlay.attach.mock.lastCall, second.overlay.attach.mock.lastCall]).toEqual([
      [given[0], false],
      [given[0], true],
    ]);
    first.lose();
    expect([first.overlay.detach.mock.calls.length, second.overlay.detach.mock.calls.length]).toEqual([1, 1]);
    second.surface.close();
    open();
    expect(given).toHaveLength(2);
  });

  it('does not retry after closing, and does not open without WebGL', () => {
    const { host, surface, lose } = open();
    lose();
    surface.close();
    vi.advanceTimersByTime(60_000);
    expect([given.length, host.children.length]).toEqual([1, 0]);
    refuses = true;
    expect(() => open()).toThrow(MapUnavailable);
  });
});
