import type { Camera } from '@fleetwarden/domain/mercator';
import { type Attribute, beginFlat, linkProgram, locate, makeInstances, placeCamera } from '../gl-program.ts';
import { type MapPalette, rgbOf } from '../palette.ts';
import { type Cluster, ringRadius } from './cluster.ts';
import { CLUSTER_FRAGMENT_SHADER, CLUSTER_VERTEX_SHADER, DIGIT, RING_ORDER } from './cluster-shader.ts';

/** Bytes per ring: position high and low (4 floats), radius (float), digits (u32), ends of the segments (8 u8). */
const STRIDE = 32;
/** Output of `ringBytes`, by shader location. */
const ATTRIBUTES: readonly Attribute[] = [
  { size: 4, type: 'FLOAT', offset: 0 },
  { size: 1, type: 'FLOAT', offset: 16 },
  { size: 1, type: 'UNSIGNED_INT', offset: 20 },
  { size: 4, type: 'UNSIGNED_BYTE', offset: 24 },
  { size: 4, type: 'UNSIGNED_BYTE', offset: 28 },
];
/** Minimum share of the ring for an alarm status. */
const MIN_ALARM = 0.08;
/** Maximum digits of the count. */
const MAX_DIGITS = 7;

export type ClusterProgram = {
  /** Draws the rings; `version` grows when they may have changed. */
  draw(
    gl: WebGL2RenderingContext,
    scene: { camera: Camera; palette: MapPalette; rings: () => readonly Cluster[]; version: number },
  ): void;
  /** Invalidates the buffer after another layer used it. */
  forget(): void;
};

/** Compiles the ring shaders and draws the digit atlas. Throws the compiler's message if the driver rejects them. */
export function createClusterProgram(gl: WebGL2RenderingContext): ClusterProgram {
  const program = linkProgram(gl, 'clusters', CLUSTER_VERTEX_SHADER, CLUSTER_FRAGMENT_SHADER);
  const at = locate(gl, program, ['centre', 'size', 'world', 'ratio', 'status', 'panel', 'ink', 'atlas']);
  const { array, buffer } = makeInstances(gl, STRIDE, ATTRIBUTES);
  const atlas = gl.createTexture();
  let atlasRatio = 0;
  let drawn = -1;
  let count = 0;

  return {
    draw(gl, { camera, palette, rings, version }) {
      if (version !== drawn) {
        drawn = version;
        const list = rings();
        count = list.length;
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, ringBytes(list), gl.DYNAMIC_DRAW);
      }
      if (count === 0) return;
      beginFlat(gl, program);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, atlas);
      if (atlasRatio !== camera.pixelRatio) {
        atlasRatio = camera.pixelRatio;
        uploadDigits(gl, atlasRatio);
      }
      placeCamera(gl, at, camera);
      gl.uniform1f(at.ratio, camera.pixelRatio);
      gl.uniform1i(at.atlas, 0);
      gl.uniform3fv(
        at.status,
        palette.status.flatMap(({ mark }) => rgbOf(mark)),
      );
      gl.uniform3fv(at.panel, rgbOf(palette.panel));
      gl.uniform3fv(at.ink, rgbOf(palette.ink));
      gl.bindVertexArray(array);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      gl.bindVertexArray(null);
    },
    forget() {
      drawn = -1;
      count = 0;
    },
  };
}

/** Packs the rings for the shader. */
function ringBytes(rings: readonly Cluster[]): ArrayBuffer {
  const bytes = new ArrayBuffer(rings.length * STRIDE);
  const view = new DataView(bytes);
  rings.forEach(({ x, y, count, byStatus }, i) => {
    const at = i * STRIDE;
    for (const [k, value] of [x, y].entries()) {
      const high = Math.fround(value);
      view.setFloat32(at + 4 * k, high, true);
      view.setFloat32(at + 8 + 4 * k, value - high, true);
    }
    view.setFloat32(at + 16, ringRadius(count), true);
    view.setUint32(at + 20, digitsOf(count), true);
    segmentEnds(byStatus).forEach((end, k) => {
      view.setUint8(at + 24 + k, end);
    });
  });
  return bytes;
}

/** End of each ring segment in 255ths of the circle, in the order of `RING_ORDER`. */
export function segmentEnds(byStatus: ArrayLike<number>): number[] {
  const counts = RING_ORDER.map((status) => byStatus[status] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count, i) => (count === 0 ? 0 : Math.max(count / total, i < 2 ? MIN_ALARM : 0)));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  let upTo = 0;
  return shares.map((share) => {
    upTo += share;
    return Math.round((upTo / whole) * 255);
  });
}

/** Decimal digits of a count, four bits each, last digit lowest; the highest four bits hold their number. */
export function digitsOf(count: number): number {
  const text = String(Math.min(Math.max(Math.floor(count), 0), 10 ** MAX_DIGITS - 1));
  let packed = text.length;
  for (let i = 0; i < MAX_DIGITS; i++) packed = packed * 16 + Number(text[text.length - MAX_DIGITS + i] ?? 0);
  return packed >>> 0;
}

/** Draws the ten digits side by side, white on black, into the bound texture. */
function uploadDigits(gl: WebGL2RenderingContext, ratio: number): void {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(DIGIT.width * 10 * ratio);
  canvas.height = Math.round(DIGIT.height * ratio);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(canvas.width / (DIGIT.width * 10), canvas.height / DIGIT.height);
  context.font = `600 ${DIGIT.size}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#fff';
  for (let digit = 0; digit < 10; digit++) {
    context.fillText(String(digit), (digit + 0.5) * DIGIT.width, DIGIT.height / 2 + 0.5, DIGIT.width);
  }
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}
