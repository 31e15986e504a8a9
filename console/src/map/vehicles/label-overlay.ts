import { type Camera, computeZoom, screenX, screenY } from '@fleetwarden/domain/mercator';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { MapPalette } from '../palette.ts';
import { fitText, LABEL_BOX, type LabelBox, layOut, type MarkerBox } from './label-layout.ts';
import type { VehicleLayer } from './vehicle-layer.ts';

/** Plates are shown from this zoom on, or if at most FEW vehicles are in view; never more than MANY. */
const LABEL_ZOOM = 11;
const FEW = 80;
const MANY = 200;
/** Limit of label candidates in view. */
const CANDIDATES = 1_500;
/** Share of a marker that other labels must not cover. */
const MARKER_CORE = 2 / 3;
const HEIGHT = 18;
const PADDING = 6;
const RADIUS = 4;

/** Plate labels under the markers, on their own canvas over the map. */
export class LabelOverlay {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #store: VehicleStore;
  readonly #layer: VehicleLayer;
  readonly #widths = new Map<string, number>();
  #palette: MapPalette;
  #font = '';
  #shown = new Set<number>();
  /** Whether unselected vehicles have labels. */
  all = true;

  constructor(canvas: HTMLCanvasElement, store: VehicleStore, layer: VehicleLayer, palette: MapPalette) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d')!;
    this.#store = store;
    this.#layer = layer;
    this.#palette = palette;
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
  }

  draw(camera: Camera, selected: ReadonlySet<string>): void {
    this.#resize(camera);
    const { rows, boxes, markers } = this.#candidates(camera, selected);
    const placed = layOut(boxes, MANY, markers);
    this.#shown = new Set(placed.map((i) => rows[i]!));
    for (const i of placed.reverse())
      this.#pill(boxes[i]!, this.#store.plate(rows[i]!), selected.has(this.#store.idOf(rows[i]!)));
  }

  #candidates(camera: Camera, selected: ReadonlySet<string>): { rows: number[]; boxes: LabelBox[]; markers: MarkerBox[] } {
    const close = computeZoom(camera) >= LABEL_ZOOM;
    const enough = close ? CANDIDATES : FEW;
    const inView: number[] = [];
    // Selected vehicles come first, so stopping early drops none of them.
    this.#layer.each((row) => {
      const x = screenX(camera, this.#layer.x(row));
      if (x < -40 || x > camera.width + 40) return true;
      const y = screenY(camera, this.#layer.y(row));
      if (y >= -40 && y <= camera.height + 20) inView.push(row);
      return inView.length <= enough;
    });
    // Among clusters a few plates would mislead.
    const everyone = this.all && (close || (inView.length <= FEW && !this.#layer.clusters.active));
    const rows = everyone ? inView : inView.filter((row) => selected.size > 0 && selected.has(this.#store.idOf(row)));
    const boxes = rows.map((row) => this.#box(camera, row, selected));
    return { rows, boxes, markers: boxes.length === 0 ? [] : inView.map((row) => this.#marker(camera, row)) };
  }

  #marker(camera: Camera, row: number): MarkerBox {
    const { width, height } = this.#layer.layout;
    return {
      x: screenX(camera, this.#layer.x(row)),
      y: screenY(camera, this.#layer.y(row)),
      half: (Math.min(width, height) / 2) * MARKER_CORE * this.#layer.scaleIn(camera),
    };
  }

  #box(camera: Camera, row: number, selected: ReadonlySet<string>): LabelBox {
    const chosen = selected.has(this.#store.idOf(row));
    const status = this.#store.status(row);
    const alarm = status === 4 || status === 5;
    const { layout } = this.#layer;
    const below = (chosen || alarm ? layout.belowRinged : layout.below) * this.#layer.scaleIn(camera);
    return {
      x: screenX(camera, this.#layer.x(row)),
      y: screenY(camera, this.#layer.y(row)) + below,
      width: Math.min(this.#widthOf(this.#store.plate(row)) + 2 * PADDING, LABEL_BOX),
      height: HEIGHT,
      // Visible labels stay, because flickering labels are unreadable.
      overMarkers: chosen || alarm,
      rank: (chosen ? 8 : 0) + (alarm ? 4 : 0) + (this.#shown.has(row) ? 2 : 0) + (status === 0 ? 0 : 1),
    };
  }

  #pill({ x, y, width, height }: LabelBox, plate: string, chosen: boolean): void {
    const context = this.#context;
    const left = Math.round(x - width / 2);
    const top = Math.round(y);
    context.beginPath();
    context.roundRect(left, top, width, height, RADIUS);
    context.globalAlpha = chosen ? 1 : 0.9;
    context.fillStyle = this.#palette.panel;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = chosen ? this.#palette.brand : this.#palette.line;
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = this.#palette.ink;
    context.fillText(
      fitText(plate, LABEL_BOX - 2 * PADDING, (text) => this.#widthOf(text)),
      left + PADDING,
      top + height / 2 + 0.5,
    );
  }

  #widthOf(plate: string): number {
    let width = this.#widths.get(plate);
    if (width === undefined) {
      width = Math.ceil(this.#context.measureText(plate).width);
      this.#widths.set(plate, width);
    }
    return width;
  }

  /** Resizes the canvas to the map and clears it. */
  #resize({ width, height, pixelRatio }: Camera): void {
    const [w, h] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      this.#canvas.width = w;
      this.#canvas.height = h;
    }
    const context = this.#context;
    this.#font ||= `12px ${getComputedStyle(this.#canvas).fontFamily}`;
    context.font = this.#font;
    context.textBaseline = 'middle';
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
  }
}
