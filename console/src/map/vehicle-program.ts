import { linkProgram, locate, placeCamera } from './gl-program.ts';
import { type InstanceTable, STRIDE } from './instance-table.ts';
import type { Camera } from './mercator.ts';
import { type MapPalette, rgbOf } from './palette.ts';
import { FRAGMENT_SHADER, VERTEX_SHADER } from './vehicle-shader.ts';

type Scene = {
  camera: Camera;
  palette: MapPalette;
  /** Seconds of the layer's clock. */
  now: number;
  scale: number;
  tables: readonly InstanceTable[];
};

export type VehicleProgram = {
  /** Draws the tables from `from` up to, not with, `to`, in their order. */
  draw(gl: WebGL2RenderingContext, scene: Scene, from: number, to: number): void;
};

const UNIFORMS = ['centre', 'size', 'world', 'now', 'scale', 'ratio', 'status', 'panel', 'brand'] as const;

/** Compiles the marker shaders and makes a buffer a table. Throws with the compiler's words when the driver refuses. */
export function createVehicleProgram(gl: WebGL2RenderingContext, tableCount: number): VehicleProgram {
  const program = linkProgram(gl, 'vehicle layer', VERTEX_SHADER, FRAGMENT_SHADER);
  const at = locate(gl, program, UNIFORMS);
  const targets = Array.from({ length: tableCount }, () => makeTarget(gl));

  return {
    draw(gl, { camera, palette, now, scale, tables }, from, to) {
      // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's
      gl.useProgram(program);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.blendEquation(gl.FUNC_ADD);
      gl.disable(gl.DEPTH_TEST);
      gl.disable(gl.STENCIL_TEST);
      gl.disable(gl.CULL_FACE);
      placeCamera(gl, at, camera);
      gl.uniform1f(at.now, now);
      gl.uniform1f(at.scale, scale);
      gl.uniform1f(at.ratio, camera.pixelRatio);
      gl.uniform3fv(
        at.status,
        palette.status.flatMap(({ mark }) => rgbOf(mark)),
      );
      gl.uniform3fv(at.panel, rgbOf(palette.panel));
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
  };
}

function makeTarget(gl: WebGL2RenderingContext) {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (let location = 0; location < 4; location++) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribDivisor(location, 1);
  }
  gl.vertexAttribPointer(0, 4, gl.FLOAT, false, STRIDE, 0);
  gl.vertexAttribPointer(1, 4, gl.FLOAT, false, STRIDE, 16);
  gl.vertexAttribIPointer(2, 1, gl.UNSIGNED_SHORT, STRIDE, 32);
  gl.vertexAttribIPointer(3, 2, gl.UNSIGNED_BYTE, STRIDE, 34);
  gl.bindVertexArray(null);
  return { array, buffer, fresh: true };
}
