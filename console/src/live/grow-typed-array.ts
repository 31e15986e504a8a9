/** The same numbers in an array of `length`, no shorter than before; what is new is `blank`. */
export function widened<T extends Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array>(
  old: T,
  length: number,
  blank = 0,
): T {
  const wide = new (old.constructor as new (length: number) => T)(length);
  if (blank !== 0) wide.fill(blank, old.length);
  wide.set(old);
  return wide;
}
