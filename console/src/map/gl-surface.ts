import { MapUnavailable } from './map-provider.ts';
import type { Camera } from './mercator.ts';

/** Something drawn by WebGL over a base map. Coordinates are world units of `mercator.ts`. */
export type GlOverlay = {
  /** A context came: at the start, and again after one was lost. */
  attach(gl: WebGL2RenderingContext): void;
  draw(gl: WebGL2RenderingContext, camera: Camera): void;
  /** The context is gone or going. */
  detach(): void;
};

export type GlSurface = {
  draw(camera: Camera): void;
  close(): void;
};

/**
 * A transparent canvas of its own in `host`, as large as it, for an overlay: what moves is drawn without the base map being drawn again, and over a map of
 * any provider. `onRestored`: a lost context was given back and wants a frame. Throws `MapUnavailable` without WebGL 2.
 */
export function openGlSurface(host: HTMLElement, overlay: GlOverlay, onRestored: () => void): GlSurface {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    premultipliedAlpha: true,
    antialias: false,
    depth: false,
    stencil: false,
  });
  if (!gl) throw new MapUnavailable('this browser gives no WebGL 2');

  const lose = (event: Event) => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    overlay.detach();
  };
  const restore = () => {
    overlay.attach(gl);
    onRestored();
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restore);
  overlay.attach(gl);
  canvas.style.cssText = 'position: absolute; inset: 0;';
  host.append(canvas);

  return {
    draw(camera) {
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
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', restore);
      overlay.detach();
      canvas.remove();
      // A page has only so many contexts; the collector of garbage is in no hurry.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
