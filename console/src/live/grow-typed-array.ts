/** Copies an array into one of `length` elements, at least as long; new elements are `blank`. */
export function growTypedArray<T extends Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array>(
  old: T,
  length: number,
  blank = 0,
): T {
  const wide = new (old.constructor as new (length: number) => T)(length);
  if (blank !== 0) wide.fill(blank, old.length);
  wide.set(old);
  return wide;
}
