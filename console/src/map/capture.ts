/** What a map shows as one picture. `complete`: the base map is on it, which a provider's own images may forbid. */
export type MapPicture = { readonly canvas: HTMLCanvasElement; readonly complete: boolean };

/** How long a base map is waited for that draws no frame because it has nothing new to draw, ms. */
const FRAME_LIMIT_MS = 1_000;

const NOTE = { size: 12, padding: 8 } as const;

/**
 * Lays a base map's images and the canvases over it on one another, in their order. To be called in the frame they were drawn
 * in: what WebGL drew is gone after it.
 */
export function pictureOf(base: HTMLElement, layers: readonly HTMLElement[], background: string): MapPicture {
  const parts = layers.flatMap(imagesOf);
  const whole = laid(base, [...imagesOf(base), ...parts], background);
  if (readable(whole)) return { canvas: whole, complete: true };
  return { canvas: laid(base, parts, background), complete: false };
}

/** Pictures of a map that were asked for. */
export type Pictures = {
  /** `draw` has the base map draw a frame; where none comes in time, `paint` draws what lies over it. */
  order(draw: () => void, paint: () => void): Promise<MapPicture>;
  /** Takes them, in a frame of the base map; where there is no map they wait. */
  fill(): void;
};

/** `take`: what is seen now; null: no map. */
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
    // a picture that has not come yet, or a canvas of nothing, cannot be drawn
    const empty =
      image instanceof HTMLCanvasElement ? image.width * image.height === 0 : !image.complete || image.naturalWidth === 0;
    if (!empty && width > 0 && height > 0) context.drawImage(image, left - frame.left, top - frame.top, width, height);
  }
  const note = base.querySelector('.maplibregl-ctrl-attrib-inner')?.textContent?.trim();
  if (note) sign(context, note, frame, background);
  return canvas;
}

/** Whose map it is stays on the picture. */
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

/** A canvas with another site's picture on it may be shown but not read. */
function readable(canvas: HTMLCanvasElement): boolean {
  try {
    canvas.getContext('2d')!.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
}
