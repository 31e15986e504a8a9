import type { Camera } from '@fleetwarden/domain/mercator';
import { MapUnavailable } from './map-provider.ts';

/** Something drawn by WebGL over a base map. Coordinates are world units of `mercator.ts`. */
export type GlOverlay = {
  /** A context came: at the start, and again after one was lost. `prepared`: another overlay's programs are in it. */
  attach(gl: WebGL2RenderingContext, prepared: boolean): void;
  draw(gl: WebGL2RenderingContext, camera: Camera): void;
  /** The context is gone, or another overlay's. */
  detach(): void;
};

export type GlSurface = {
  draw(camera: Camera): void;
  close(): void;
};

/** How long a lost context may take to come back before another canvas is tried, and then the next one, ms. */
const RESTORE_MS = 4_000;

type Surface = { readonly canvas: HTMLCanvasElement; readonly gl: WebGL2RenderingContext };

/** The canvas of a surface that was closed: a context is dear to open and to close, so the next surface draws with it. */
let spare: Surface | null = null;

/**
 * A transparent canvas of its own in `host`, as large as it, for an overlay: what moves is drawn without the base map being drawn
 * again, and over a map of any provider. A context that was lost and does not come back is replaced, and tried again for as long as
 * none is given; `onLost(true)` says that nothing is drawn for that long, `onLost(false)` that it is drawn again and wants a frame.
 * Throws `MapUnavailable` without WebGL 2.
 */
export function openGlSurface(host: HTMLElement, overlay: GlOverlay, onLost: (lost: boolean) => void): GlSurface {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLoss = (event: Event) => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    overlay.detach();
    clearTimeout(timer);
    timer = setTimeout(replace, RESTORE_MS);
  };
  const restore = () => {
    clearTimeout(timer);
    overlay.attach(current.gl, false);
    onLost(false);
  };
  const open = (): Surface => {
    const kept = takeSpare();
    const surface = kept ?? makeSurface();
    overlay.attach(surface.gl, kept !== null);
    surface.canvas.addEventListener('webglcontextlost', onLoss);
    surface.canvas.addEventListener('webglcontextrestored', restore);
    return surface;
  };
  const leave = (surface: Surface) => {
    surface.canvas.removeEventListener('webglcontextlost', onLoss);
    surface.canvas.removeEventListener('webglcontextrestored', restore);
    surface.canvas.remove();
    keepSpare(surface);
  };
  /** In the place of the one that is lost: what lies above and below it stays there. */
  const replace = () => {
    try {
      const next = open();
      current.canvas.before(next.canvas);
      leave(current);
      current = next;
      onLost(false);
    } catch {
      onLost(true);
      timer = setTimeout(replace, RESTORE_MS);
    }
  };
  let current = open();
  host.append(current.canvas);

  return {
    draw(camera) {
      const { canvas, gl } = current;
      const [width, height] = [Math.round(camera.width * camera.pixelRatio), Math.round(camera.height * camera.pixelRatio)];
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      gl.viewport(0, 0, width, height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      overlay.draw(gl, camera);
    },
    close() {
      clearTimeout(timer);
      overlay.detach();
      leave(current);
    },
  };
}

function makeSurface(): Surface {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    premultipliedAlpha: true,
    antialias: false,
    depth: false,
    stencil: false,
  });
  if (!gl) throw new MapUnavailable('this browser gives no WebGL 2');
  canvas.style.cssText = 'position: absolute; inset: 0;';
  return { canvas, gl };
}

function takeSpare(): Surface | null {
  const kept = spare;
  spare = null;
  return kept && !kept.gl.isContextLost() ? kept : null;
}

/** Of several the last one closed. */
function keepSpare(surface: Surface): void {
  const others = spare;
  spare = surface.gl.isContextLost() ? null : surface;
  // A page has only so many contexts; the collector of garbage is in no hurry.
  for (const each of [others, spare ? null : surface]) each?.gl.getExtension('WEBGL_lose_context')?.loseContext();
}

/** Closes the canvas that no surface draws on. */
export function dropSpareSurface(): void {
  takeSpare()?.gl.getExtension('WEBGL_lose_context')?.loseContext();
}
