/** The three numbers two platforms agree on, each a DWORD. */
export type CipherKeys = { readonly m1: number; readonly ia1: number; readonly ic1: number };

/**
 * The stream cipher of JT/T 809 4.5.4 over some bytes, in place: the same step encrypts and decrypts. `key` is the header's.
 * A key or a modulus of 0 counts as 1.
 */
export const cipher = (bytes: Uint8Array, key: number, { m1, ia1, ic1 }: CipherKeys): void => {
  const modulus = m1 >>> 0 || 1;
  let state = key >>> 0 || 1;
  for (let i = 0; i < bytes.length; i++) {
    // only the low 32 bits of the product matter, and Math.imul returns those
    state = (Math.imul(ia1, state % modulus) + ic1) >>> 0;
    bytes[i] = bytes[i]! ^ ((state >>> 20) & 0xff);
  }
};
