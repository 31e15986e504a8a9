import type { Camera } from '@fleetwarden/domain/mercator';

/**
 * Compiles and links a program. Throws the compiler's message if the driver rejects it; `name` identifies the shaders. The status
 * is read once at the end, because each read waits for the driver.
 */
export function linkProgram(gl: WebGL2RenderingContext, name: string, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  const shaders = [gl.createShader(gl.VERTEX_SHADER), gl.createShader(gl.FRAGMENT_SHADER)];
  for (const [i, source] of [vertex, fragment].entries()) {
    const shader = shaders[i];
    // A lost context returns null for everything; it is attached again later.
    if (!shader) throw new Error(`${name}: the WebGL context is lost`);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return program;
  const words = [...shaders.map((shader) => gl.getShaderInfoLog(shader!)), gl.getProgramInfoLog(program)];
  throw new Error(`${name}: ${words.filter(Boolean).join(' ')}`);
}

/** Looks up the uniforms `u_<name>`. */
export function locate<N extends string>(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  names: readonly N[],
): Record<N, WebGLUniformLocation | null> {
  return Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, `u_${name}`)])) as Record<
    N,
    WebGLUniformLocation | null
  >;
}

/** Sets the camera uniforms; the centre is split into a high and a low part, because one float is too coarse. */
export function placeCamera(
  gl: WebGL2RenderingContext,
  at: Record<'centre' | 'size' | 'world', WebGLUniformLocation | null>,
  camera: Camera,
): void {
  const [xHigh, yHigh] = [Math.fround(camera.x), Math.fround(camera.y)];
  gl.uniform4f(at.centre, xHigh, yHigh, camera.x - xHigh, camera.y - yHigh);
  gl.uniform2f(at.size, camera.width, camera.height);
  gl.uniform1f(at.world, camera.worldSize);
}

/** Activates a program that draws flat, premultiplied colours over the existing content. */
export function beginFlat(gl: WebGL2RenderingContext, program: WebGLProgram): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's
  gl.useProgram(program);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.blendEquation(gl.FUNC_ADD);
  gl.disable(gl.DEPTH_TEST);
  gl.disable(gl.STENCIL_TEST);
  gl.disable(gl.CULL_FACE);
}

/** An instance attribute; its location is its index in the list. Only floats reach the shader as floats. */
export type Attribute = {
  readonly size: 1 | 2 | 3 | 4;
  readonly type: 'FLOAT' | 'UNSIGNED_BYTE' | 'UNSIGNED_SHORT' | 'UNSIGNED_INT';
  /** Offset in bytes. */
  readonly offset: number;
};

/** A buffer of instances of `stride` bytes and its vertex array. */
export function makeInstances(gl: WebGL2RenderingContext, stride: number, attributes: readonly Attribute[]) {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [location, { size, type, offset }] of attributes.entries()) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribDivisor(location, 1);
    if (type === 'FLOAT') gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride, offset);
    else gl.vertexAttribIPointer(location, size, gl[type], stride, offset);
  }
  gl.bindVertexArray(null);
  return { array, buffer };
}
