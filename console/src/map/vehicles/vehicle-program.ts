import type { Camera } from '@fleetwarden/domain/mercator';
import { type Attribute, beginFlat, linkProgram, locate, makeInstances, placeCamera } from '../gl-program.ts';
import { type MapPalette, rgbOf } from '../palette.ts';
import { uploadIcons } from './icon-atlas.ts';
import { type InstanceTable, STRIDE } from './instance-table.ts';
import type { LayoutSpec } from './marker-layout.ts';
import { FRAGMENT_SHADER, VERTEX_SHADER } from './vehicle-shader.ts';

type Scene = {
  camera: Camera;
  palette: MapPalette;
  /** Seconds of the layer's clock. */
  now: number;
  scale: number;
  layout: LayoutSpec;
  /** Brightness of emergency rings, 0 to 1. */
  blink: number;
  tables: readonly InstanceTable[];
};

export type VehicleProgram = {
  /** Draws the tables from `from` up to but excluding `to`, in order. */
  draw(gl: WebGL2RenderingContext, scene: Scene, from: number, to: number): void;
  /** Invalidates the buffers after another layer used them. */
  forget(): void;
};

/** Output of instance-table.ts, by shader location. */
const ATTRIBUTES: readonly Attribute[] = [
  { size: 4, type: 'FLOAT', offset: 0 },
  { size: 4, type: 'FLOAT', offset: 16 },
  { size: 1, type: 'UNSIGNED_SHORT', offset: 32 },
  { size: 2, type: 'UNSIGNED_BYTE', offset: 34 },
];

const UNIFORMS = [
  ...(['centre', 'size', 'world', 'now', 'scale', 'unit', 'ratio', 'blink', 'boxed', 'family'] as const),
  ...(['status', 'panel', 'line', 'brand', 'icons'] as const),
];

/**
 * Compiles the marker shaders and creates the icon texture and a buffer per table. Throws the compiler's message if the driver
 * rejects them.
 */
export function createVehicleProgram(gl: WebGL2RenderingContext, tableCount: number): VehicleProgram {
  const program = linkProgram(gl, 'vehicle layer', VERTEX_SHADER, FRAGMENT_SHADER);
  const at = locate(gl, program, UNIFORMS);
  const targets = Array.from({ length: tableCount }, () => ({ ...makeInstances(gl, STRIDE, ATTRIBUTES), fresh: true }));
  const icons = uploadIcons(gl);

  return {
    draw(gl, { camera, palette, now, scale, layout, blink, tables }, from, to) {
      beginFlat(gl, program);
      placeCamera(gl, at, camera);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, icons);
      gl.uniform1i(at.icons, 0);
      gl.uniform1f(at.now, now);
      gl.uniform1f(at.scale, scale);
      gl.uniform1f(at.unit, layout.unit);
      gl.uniform1f(at.ratio, camera.pixelRatio);
      gl.uniform1f(at.blink, blink);
      gl.uniform1i(at.boxed, layout.rectangular ? 1 : 0);
      gl.uniform1i(at.family, layout.family);
      gl.uniform3fv(
        at.status,
        palette.status.flatMap(({ mark }) => rgbOf(mark)),
      );
      gl.uniform3fv(at.panel, rgbOf(palette.panel));
      gl.uniform3fv(at.line, rgbOf(palette.line));
      gl.uniform3fv(at.brand, rgbOf(palette.brand));
      for (let i = from; i < to; i++) {
        const target = targets[i]!;
        const table = tables[i]!;
        gl.bindVertexArray(target.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, target.buffer);
        table.upload(gl, target.fresh);
        target.fresh = false;
        if (table.count > 0) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, table.count);
      }
      gl.bindVertexArray(null);
    },
    forget() {
      for (const target of targets) target.fresh = true;
    },
  };
}
