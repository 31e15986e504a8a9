import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { cipher, decodeFrame, encodeFrame } from './index.ts';

const dword = fc.integer({ min: 0, max: 0xffff_ffff });
const keys = fc.record({ m1: dword, ia1: dword, ic1: dword });

/** The step of 4.5.4 as it is printed, with numbers of any size. */
const printed = (data: Uint8Array, key: number, { m1, ia1, ic1 }: { m1: number; ia1: number; ic1: number }): Uint8Array => {
  let k = BigInt(key === 0 ? 1 : key);
  return data.map((byte) => {
    k = (BigInt(ia1) * (k % BigInt(m1 === 0 ? 1 : m1)) + BigInt(ic1)) & 0xffff_ffffn;
    return byte ^ Number((k >> 20n) & 0xffn);
  });
};

describe('the cipher', () => {
  it('produces these bytes for these keys', () => {
    const bytes = fromHex('01020304050607');
    cipher(bytes, 256_178, { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 });
    expect(toHex(bytes)).toBe('d34c7078a73a41');
  });

  it('equals the standard’s algorithm for any keys and bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), dword, keys, (data, key, agreed) => {
        const bytes = data.slice();
        cipher(bytes, key, agreed);
        expect(toHex(bytes)).toBe(toHex(printed(data, key, agreed)));
      }),
    );
  });

  it('is its own inverse', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), dword, keys, (data, key, agreed) => {
        const bytes = data.slice();
        cipher(bytes, key, agreed);
        cipher(bytes, key, agreed);
        expect(toHex(bytes)).toBe(toHex(data));
      }),
    );
  });

  it('encrypts bodies in frames of both revisions, including all escapes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.record({ serial: dword, id: fc.constant(0x1200), accessCode: dword, key: dword, encrypted: fc.constantFrom(0, 1) }),
        keys,
        fc.constantFrom(2011, 2019),
        (body, header, agreed, revision) => {
          const wire = { revision: revision as 2011 | 2019, keys: agreed };
          const bytes = encodeFrame(header, body, wire);
          expect(bytes.subarray(1, -1)).not.toContain(0x5b);
          expect(bytes.subarray(1, -1)).not.toContain(0x5d);
          const read = decodeFrame(bytes, wire);
          expect(toHex(read.body)).toBe(toHex(body));
          expect(read.header).toMatchObject(header);
        },
      ),
    );
  });

  it('leaves an encrypted body unchanged without keys, and refuses to write it', () => {
    const header = { serial: 1, id: 0x1200, accessCode: 7, key: 9, encrypted: 1 };
    const agreed = { m1: 5, ia1: 1_234_567, ic1: 89 };
    const body = fromHex('0102030405');
    const bytes = encodeFrame(header, body, { revision: 2011, keys: agreed });
    const closed = decodeFrame(bytes, { revision: 2011, keys: null }).body;
    expect(toHex(closed)).not.toBe(toHex(body));
    cipher(closed, 9, agreed);
    expect(toHex(closed)).toBe(toHex(body));
    expect(() => encodeFrame(header, body, { revision: 2011, keys: null })).toThrow('needs keys');
  });
});
