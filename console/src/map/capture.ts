/** A captured map. `complete`: the base map is included, which a provider's images may forbid. */
export type MapPicture = { readonly canvas: HTMLCanvasElement; readonly complete: boolean };

/** Maximum wait for a frame of a base map that has nothing new to draw, ms. */
const FRAME_LIMIT_MS = 1_000;

const NOTE = { size: 12, padding: 8 } as const;

/**
 * Composes the base map's images and the canvases over it, in order. Call it in the frame that drew them: WebGL content is gone
 * afterwards.
 */
export function capturePicture(base: HTMLElement, layers: readonly HTMLElement[], background: string): MapPicture {
  const parts = layers.flatMap(imagesOf);
  const whole = laid(base, [...imagesOf(base), ...parts], background);
  if (readable(whole)) return { canvas: whole, complete: true };
  return { canvas: laid(base, parts, background), complete: false };
}

/** Pending captures of a map. */
export type Pictures = {
  /** Requests a capture: `draw` makes the base map draw a frame; if none comes in time, `paint` draws the overlays. */
  order(draw: () => void, paint: () => void): Promise<MapPicture>;
  /** Completes the pending captures in a frame of the base map; without a map they wait. */
  fill(): void;
};

/** `take` captures the current frame; null without a map. */
export function createPictures(take: () => MapPicture | null): Pictures {
  let waiting: ((picture: MapPicture) => void)[] = [];
  const fill = () => {
    const picture = waiting.length > 0 ? take() : null;
    if (!picture) return;
    for (const resolve of waiting) resolve(picture);
    waiting = [];
  };
  return {
    fill,
    order: (draw, paint) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        draw();
        setTimeout(() => {
          if (waiting.length > 0) paint();
          fill();
        }, FRAME_LIMIT_MS);
      }),
  };
}

type Image = HTMLCanvasElement | HTMLImageElement;

const imagesOf = (element: HTMLElement): Image[] =>
  element instanceof HTMLCanvasElement ? [element] : [...element.querySelectorAll<Image>('canvas, img')];

function laid(base: HTMLElement, images: readonly Image[], background: string): HTMLCanvasElement {
  const frame = base.getBoundingClientRect();
  const scale = devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(frame.width * scale));
  canvas.height = Math.max(1, Math.round(frame.height * scale));
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, frame.width, frame.height);
  for (const image of images) {
    const { left, top, width, height } = image.getBoundingClientRect();
    // an image that has not loaded, or an empty canvas, cannot be drawn
    const empty =
      image instanceof HTMLCanvasElement ? image.width * image.height === 0 : !image.complete || image.naturalWidth === 0;
    if (!empty && width > 0 && height > 0) context.drawImage(image, left - frame.left, top - frame.top, width, height);
  }
  const note = base.querySelector('.maplibregl-ctrl-attrib-inner')?.textContent?.trim();
  if (note) sign(context, note, frame, background);
  return canvas;
}

/** Draws the attribution on the image. */
function sign(context: CanvasRenderingContext2D, note: string, { width, height }: DOMRect, background: string): void {
  context.font = `${NOTE.size}px sans-serif`;
  context.textBaseline = 'bottom';
  context.textAlign = 'right';
  context.lineWidth = 3;
  context.strokeStyle = background;
  context.strokeText(note, width - NOTE.padding, height - NOTE.padding);
  context.fillStyle = '#808080';
  context.fillText(note, width - NOTE.padding, height - NOTE.padding);
}

/** Whether the canvas can be read: a canvas with images of another site cannot. */
function readable(canvas: HTMLCanvasElement): boolean {
  try {
    canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
}
