import type { Camera } from '@fleetwarden/domain/mercator';

/** A canvas over the map, cleared and resized for each frame. */
export type OverlayCanvas = {
  begin(camera: Camera): CanvasRenderingContext2D;
  /** Width of a text in the canvas font, px. */
  readonly widthOf: (text: string) => number;
  close(): void;
};

/** Appends a transparent canvas to `host`. */
export function openCanvas(host: HTMLElement): OverlayCanvas {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%;';
  const context = canvas.getContext('2d')!;
  host.append(canvas);
  let font = '';
  return {
    begin({ width, height, pixelRatio }) {
      const [w, h] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
      if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
      }
      font ||= `12px ${getComputedStyle(host).fontFamily}`;
      context.font = font;
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      context.clearRect(0, 0, width, height);
      return context;
    },
    widthOf: (text) => context.measureText(text).width,
    close: () => canvas.remove(),
  };
}
