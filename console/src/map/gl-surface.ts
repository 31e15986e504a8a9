import type { Camera } from '@fleetwarden/domain/mercator';
import { MapUnavailable } from './map-provider.ts';

/** A WebGL layer over a base map. Coordinates are world units of `mercator.ts`. */
export type GlOverlay = {
  /** Called for the first context and after a lost one was restored. `prepared`: the context has programs of another overlay. */
  attach(gl: WebGL2RenderingContext, prepared: boolean): void;
  draw(gl: WebGL2RenderingContext, camera: Camera): void;
  /** The context is lost, or another overlay uses it. */
  detach(): void;
};

export type GlSurface = {
  draw(camera: Camera): void;
  close(): void;
};

/** Wait for a lost context before the canvas is replaced, ms. */
const RESTORE_MS = 4_000;

type Surface = { readonly canvas: HTMLCanvasElement; readonly gl: WebGL2RenderingContext };

/** The canvas of a closed surface, reused by the next one because contexts are expensive to create and destroy. */
let spare: Surface | null = null;

/**
 * Opens a transparent canvas over `host`, so that overlays redraw without the base map and over any provider. A lost context that
 * does not return is replaced, with retries. `onLost(true)` reports that nothing can be drawn, `onLost(false)` that drawing works
 * and needs a frame. Throws `MapUnavailable` without WebGL 2.
 */
export function openGlSurface(host: HTMLElement, overlay: GlOverlay, onLost: (lost: boolean) => void): GlSurface {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLoss = (event: Event) => {
    // Without this the browser never restores the context.
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
    const spareSurface = takeSpare();
    const surface = spareSurface ?? makeSurface();
    overlay.attach(surface.gl, spareSurface !== null);
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
  /** Replaces the lost canvas in place, so that the stacking order stays. */
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
  const spareSurface = spare;
  spare = null;
  return spareSurface && !spareSurface.gl.isContextLost() ? spareSurface : null;
}

/** Keeps the surface that closed last. */
function keepSpare(surface: Surface): void {
  const others = spare;
  spare = surface.gl.isContextLost() ? null : surface;
  // The number of contexts per page is limited and garbage collection is slow, so release them now.
  for (const each of [others, spare ? null : surface]) each?.gl.getExtension('WEBGL_lose_context')?.loseContext();
}

/** Closes the spare canvas. */
export function dropSpareSurface(): void {
  takeSpare()?.gl.getExtension('WEBGL_lose_context')?.loseContext();
}
