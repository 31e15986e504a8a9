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

export type VehicleProgram = { draw(gl: WebGL2RenderingContext, scene: Scene): void };

const UNIFORMS = ['centre', 'size', 'world', 'now', 'scale', 'ratio', 'status', 'panel', 'brand'] as const;

/** Compiles the marker shaders and makes a buffer a table. Throws with the compiler's words when the driver refuses. */
export function createVehicleProgram(gl: WebGL2RenderingContext, tableCount: number): VehicleProgram {
  const program = link(gl);
  const at = Object.fromEntries(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, `u_${name}`)])) as Record<
    (typeof UNIFORMS)[number],
    WebGLUniformLocation | null
  >;
  const targets = Array.from({ length: tableCount }, () => makeTarget(gl));
  let fresh = true;

  return {
    draw(gl, { camera, palette, now, scale, tables }) {
      // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's
      gl.useProgram(program);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.blendEquation(gl.FUNC_ADD);
      gl.disable(gl.DEPTH_TEST);
      gl.disable(gl.STENCIL_TEST);
      gl.disable(gl.CULL_FACE);
      const [xHigh, yHigh] = [Math.fround(camera.x), Math.fround(camera.y)];
      gl.uniform4f(at.centre, xHigh, yHigh, camera.x - xHigh, camera.y - yHigh);
      gl.uniform2f(at.size, camera.width, camera.height);
      gl.uniform1f(at.world, camera.worldSize);
      gl.uniform1f(at.now, now);
      gl.uniform1f(at.scale, scale);
      gl.uniform1f(at.ratio, camera.pixelRatio);
      gl.uniform3fv(
        at.status,
        palette.status.flatMap(({ mark }) => rgbOf(mark)),
      );
      gl.uniform3fv(at.panel, rgbOf(palette.panel));
      gl.uniform3fv(at.brand, rgbOf(palette.brand));
      tables.forEach((table, i) => {
        const { array, buffer } = targets[i]!;
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        table.upload(gl, fresh);
        if (table.count > 0) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, table.count);
      });
      fresh = false;
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
  return { array, buffer };
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type);
    // A lost context gives null for everything; it will be attached anew.
    if (!shader) throw new Error('vehicle layer: the WebGL context is lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(`vehicle layer: ${gl.getShaderInfoLog(shader)}`);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`vehicle layer: ${gl.getProgramInfoLog(program)}`);
  return program;
}
