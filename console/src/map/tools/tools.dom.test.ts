import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { type Camera, worldSizeAt } from '@fleetwarden/domain/mercator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { palettes } from '../../ui/theme/theme.ts';
import type { BaseMap } from '../map-provider.ts';
import { OverlayLayer } from '../overlays/overlay-layer.ts';
import type { AreaStyle } from '../overlays/shapes.ts';
import { gcjMercator } from '../projection.ts';
import { paintDouble } from '../testing/paint-double.ts';
import { drawingTool } from './drawing.ts';
import { areaIn, lengthIn, roundMeasured } from './measure.ts';
import { areaTool, distanceTool, type MeasureTexts } from './measuring.ts';
import { MIN_STEP_PX } from './tool.ts';
import { openToolBox, type ToolBox } from './tool-box.ts';

// Amap's projection: measured and drawn shapes must still be WGS-84.
const [x, y] = gcjMercator.toWorld(116.4, 39.9);
const camera: Camera = { x, y, worldSize: worldSizeAt(14), width: 1_000, height: 800, pixelRatio: 1 };
const style: AreaStyle = { stroke: { colour: '#1F5FD6', width: 2 } };
const texts: MeasureTexts = {
  start: '起点',
  length: (metres) => `${Math.round(metres)} m`,
  total: (metres) => `总长 ${Math.round(metres)} m`,
  area: (squareMetres) => `${Math.round(squareMetres)} m²`,
};

let host: HTMLElement;
let overlays: OverlayLayer;
let box: ToolBox;
const setGestures = vi.fn();

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  overlays = new OverlayLayer(() => {});
  overlays.setProjection(gcjMercator);
  box = openToolBox({ host, overlays, base: () => ({ camera: () => camera, setGestures }) as unknown as BaseMap });
  setGestures.mockReset();
});
afterEach(() => {
  box.close();
  host.remove();
});

const pointer = (name: string, px: number, py: number) => {
  const event = new PointerEvent(name, {
    clientX: px,
    clientY: py,
    button: 0,
    isPrimary: true,
    pointerId: 1,
    bubbles: true,
    cancelable: true,
  });
  host.dispatchEvent(event);
  return event;
};
const click = (px: number, py: number) => {
  pointer('pointermove', px, py);
  pointer('pointerdown', px, py);
  pointer('pointerup', px, py);
};
/** As browsers do: two clicks, then the double click. */
const doubleClick = (px: number, py: number) => {
  click(px, py);
  click(px, py);
  const event = new MouseEvent('dblclick', { clientX: px, clientY: py, bubbles: true, cancelable: true });
  host.dispatchEvent(event);
  return event;
};
const drag = (from: [number, number], to: [number, number]) => {
  const down = pointer('pointerdown', ...from);
  pointer('pointermove', ...to);
  pointer('pointerup', ...to);
  return down;
};
const press = (key: string, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const at = (px: number, py: number) => overlays.placeAt(camera, { x: px, y: py });
const near = ([lng, lat]: LngLat) => [expect.closeTo(lng, 8), expect.closeTo(lat, 8)];
const drawn = () => {
  const { paint, drawn: all } = paintDouble();
  overlays.drawBelow(paint, camera, palettes.light);
  return all;
};

describe('the distance tool', () => {
  const ended = vi.fn();
  beforeEach(() => {
    ended.mockReset();
    box.use(distanceTool(box.view, texts, '#1F5FD6'), ended);
  });

  it('adds points at least 5 px apart and ends with a double click', () => {
    expect(MIN_STEP_PX).toBe(5);
    click(100, 100);
    click(104, 102);
    click(105, 100);
    const event = doubleClick(305, 100);
    expect(ended).toHaveBeenCalledOnce();
    const { points, metres, kind } = ended.mock.lastCall![0];
    expect([kind, points.length]).toEqual(['distance', 3]);
    expect(points).toEqual([at(100, 100), at(105, 100), at(305, 100)].map(near));
    expect(metres).toBeCloseTo(greatCircleKm(...at(100, 100), ...at(305, 100)) * 1_000, 3);
    // the map must not zoom
    expect([event.defaultPrevented, box.active]).toEqual([true, false]);
  });

  it('ends with Escape and returns the measured points; a single point is discarded', () => {
    click(100, 100);
    click(200, 100);
    press('Escape');
    expect(ended.mock.lastCall![0].points).toHaveLength(2);
    box.use(distanceTool(box.view, texts, '#1F5FD6'), ended);
    click(100, 100);
    press('Escape');
    expect(ended).toHaveBeenLastCalledWith(null);
  });

  it('shows its line, 2 px wide at opacity 0.8, up to the pointer, and removes it at the end', () => {
    click(100, 100);
    pointer('pointermove', 300, 100);
    expect(drawn()).toMatchObject([{ how: 'stroke', colour: '#1F5FD6', width: 2, opacity: 0.8 }]);
    expect(setGestures).toHaveBeenLastCalledWith({ drag: true, doubleClickZoom: false });
    expect(host.style.cursor).toBe('crosshair');
    press('Escape');
    expect([drawn(), overlays.size, host.style.cursor]).toEqual([[], 0, '']);
    expect(setGestures).toHaveBeenLastCalledWith({ drag: true, doubleClickZoom: true });
  });

  it('leaves drags to the map, and keys in a field to that field', () => {
    drag([100, 100], [200, 200]);
    const field = document.createElement('input');
    document.body.append(field);
    press('Escape', field);
    expect([ended.mock.calls, box.active]).toEqual([[], true]);
    field.remove();
  });
});

describe('lengths and areas', () => {
  it.each([
    ['metric', 999.6, 1000, 'metre'],
    ['metric', 1_000, 1000, 'metre'],
    ['metric', 1_001, 1, 'km'],
    ['metric', 12_345, 12.35, 'km'],
    ['imperial', 100, 328, 'foot'],
    ['imperial', 1_609.344, 5280, 'foot'],
    ['imperial', 3_218.688, 2, 'mile'],
  ] as const)('%s: %d m are %d %s', (system, metres, value, unit) => {
    const measured = lengthIn(system, metres);
    expect([roundMeasured(measured), measured.unit]).toEqual([value, unit]);
  });

  it.each([
    ['metric', 1_000_000, 1_000_000, 'squareMetre'],
    ['metric', 2_500_000, 2.5, 'squareKm'],
    ['imperial', 92.90304, 1000, 'squareFoot'],
    ['imperial', 25_899_881, 10, 'squareMile'],
  ] as const)('%s: %d m² are %d %s', (system, squareMetres, value, unit) => {
    const measured = areaIn(system, squareMetres);
    expect([roundMeasured(measured), measured.unit]).toEqual([value, unit]);
  });
});

describe('the area tool', () => {
  it('measures a polygon of three or more points', () => {
    const ended = vi.fn();
    box.use(areaTool(box.view, texts, '#1F5FD6'), ended);
    click(400, 400);
    click(500, 400);
    click(500, 500);
    doubleClick(400, 500);
    const { kind, ring, squareMetres } = ended.mock.lastCall![0];
    const side = greatCircleKm(...at(400, 400), ...at(500, 400)) * 1_000;
    expect([kind, ring.length]).toEqual(['area', 4]);
    expect(squareMetres / (side * side)).toBeCloseTo(1, 2);
  });
});

describe('the drawing modes', () => {
  const ended = vi.fn();
  const start = (mode: 1 | 2 | 3 | 4) => {
    ended.mockReset();
    box.use(drawingTool(mode, box.view, style), ended);
  };

  it('1 is a rectangle by dragging, and the map does not move', () => {
    start(1);
    expect(setGestures).toHaveBeenLastCalledWith({ drag: false, doubleClickZoom: false });
    const down = drag([300, 500], [500, 300]);
    expect(down.defaultPrevented).toBe(true);
    const [west, south] = at(300, 500);
    const [east, north] = at(500, 300);
    expect(ended.mock.calls).toEqual([
      [{ mode: 1, bounds: [west, south, east, north].map((value) => expect.closeTo(value, 8)) }],
    ]);
  });

  it('1 also accepts clicks at two corners, and ignores distances below 5 px', () => {
    start(1);
    click(300, 300);
    click(302, 302);
    expect(ended).not.toHaveBeenCalled();
    click(400, 400);
    expect(ended.mock.lastCall![0]).toMatchObject({ mode: 1 });
  });

  it('2 is a polygon: a click adds a corner, a double click ends it, but not with fewer than three', () => {
    start(2);
    click(300, 300);
    doubleClick(400, 300);
    expect(ended).not.toHaveBeenCalled();
    click(400, 400);
    expect(drawn().length).toBeGreaterThan(0);
    press('Enter');
    expect(ended.mock.calls).toEqual([[{ mode: 2, ring: [at(300, 300), at(400, 300), at(400, 400)].map(near) }]]);
  });

  it('3 is a polyline; Backspace removes the last point', () => {
    start(3);
    click(300, 300);
    click(350, 350);
    press('Backspace');
    doubleClick(400, 300);
    expect(ended.mock.calls).toEqual([[{ mode: 3, points: [at(300, 300), at(400, 300)].map(near) }]]);
  });

  it('4 is a circle from its centre to its edge, in metres on the ground', () => {
    start(4);
    drag([500, 400], [500, 300]);
    const { mode, centre, radiusM } = ended.mock.lastCall![0];
    expect([mode, centre]).toEqual([4, near(at(500, 400))]);
    expect(radiusM).toBeCloseTo(greatCircleKm(...at(500, 400), ...at(500, 300)) * 1_000, 3);
  });

  it.each([1, 2, 3, 4] as const)('%i is cancelled by Escape and by another tool', (mode) => {
    start(mode);
    press('Escape');
    expect(ended.mock.calls).toEqual([[null]]);
    start(mode);
    const other = vi.fn();
    box.use(drawingTool(3, box.view, style), other);
    expect([ended.mock.calls, other.mock.calls, box.active]).toEqual([[[null]], [], true]);
    box.stop();
    expect([other.mock.calls, box.active]).toEqual([[[null]], false]);
  });
});

describe('the keyboard', () => {
  const ended = vi.fn();
  const mark = () => host.querySelector<HTMLElement>('[aria-hidden]');
  const key = (name: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
    target.dispatchEvent(event);
    return event;
  };
  beforeEach(() => void ended.mockReset());

  it('moves a cursor from the centre of the map, and Space adds points at the cursor', () => {
    box.use(distanceTool(box.view, texts, '#1F5FD6'), ended);
    // before the cursor is shown, Space presses the focused button
    expect(key(' ').defaultPrevented).toBe(false);
    expect(key('ArrowRight').defaultPrevented).toBe(true);
    expect(mark()!.style.translate).toBe('510px 400px');
    key(' ');
    key('ArrowDown', { shiftKey: true });
    key(' ');
    const button = document.createElement('button');
    document.body.append(button);
    expect(key('Enter', {}, button).defaultPrevented).toBe(true);
    expect(ended.mock.lastCall![0].points).toEqual([at(510, 400), at(510, 450)].map(near));
    expect(mark()).toBeNull();
    button.remove();
  });

  it('draws a rectangle between two key presses', () => {
    box.use(drawingTool(1, box.view, style), ended);
    key('ArrowLeft');
    key(' ');
    key('ArrowRight', { shiftKey: true });
    key('ArrowDown', { shiftKey: true });
    key(' ');
    const [west, north] = at(490, 400);
    const [east, south] = at(540, 450);
    expect(ended.mock.calls).toEqual([
      [{ mode: 1, bounds: [west, south, east, north].map((value) => expect.closeTo(value, 8)) }],
    ]);
  });

  it('limits its cursor to the map, and releases the keys for the pointer, another focus or a tree', () => {
    box.use(distanceTool(box.view, texts, '#1F5FD6'), ended);
    for (let i = 0; i < 20; i++) key('ArrowUp', { shiftKey: true });
    expect(mark()!.style.translate).toBe('500px 0px');
    pointer('pointermove', 100, 100);
    expect(mark()).toBeNull();
    key('ArrowUp');
    dispatchEvent(new FocusEvent('focusin'));
    expect([mark(), key(' ').defaultPrevented]).toEqual([null, false]);
    const tree = document.createElement('div');
    tree.setAttribute('role', 'tree');
    document.body.append(tree);
    expect(key('ArrowUp', {}, tree).defaultPrevented).toBe(false);
    tree.remove();
    box.stop();
    expect(key('ArrowUp').defaultPrevented).toBe(false);
  });
});

describe('handles on the map', () => {
  it('are dragged before the map, and drags elsewhere move the map', () => {
    const polygon = overlays.add({ kind: 'polygon', ring: [at(400, 300), at(600, 300), at(600, 500)], style });
    polygon.edit(() => {});
    expect(drag([100, 100], [150, 150]).defaultPrevented).toBe(false);
    expect(drag([600, 300], [650, 250]).defaultPrevented).toBe(true);
    expect(polygon.shape.kind === 'polygon' && polygon.shape.ring[1]).toEqual(near(at(650, 250)));
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    host.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });
});
