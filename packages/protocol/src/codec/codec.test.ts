import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import {
  bcd,
  bytes,
  byVersion,
  type Codec,
  decode,
  encode,
  flags,
  gbk,
  i16,
  i32,
  lengthPrefixed,
  list,
  map,
  optional,
  scaled,
  signMagnitude16,
  struct,
  tlv,
  u8,
  u16,
  u32,
  when,
} from './index.ts';

const survives = <T>(c: Codec<T>, values: fc.Arbitrary<T>, version = 0): void => {
  fc.assert(
    fc.property(values, (value) => {
      expect(decode(c, encode(c, value, version), version)).toEqual(value);
    }),
  );
};
const int = (min: number, max: number) => fc.integer({ min, max });
const CHINESE = [...'京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼挂学警港澳ABC019 ;:-'];
const text = (maxLength: number) => fc.array(fc.constantFrom(...CHINESE), { maxLength }).map((c) => c.join('').trim());

describe('numbers', () => {
  it('are unchanged after a round trip', () => {
    survives(u8, int(0, 0xff));
    survives(u16, int(0, 0xffff));
    survives(u32, int(0, 0xffffffff));
    survives(i16, int(-0x8000, 0x7fff));
    survives(i32, int(-0x80000000, 0x7fffffff));
    survives(signMagnitude16, int(-0x7fff, 0x7fff));
    survives(
      scaled(u32, 1e6),
      int(0, 0xffffffff).map((v) => v / 1e6),
    );
    survives(
      scaled(u16, 10),
      int(0, 0xffff).map((v) => v / 10),
    );
  });

  it('are big-endian', () => {
    expect(
      toHex(encode(struct({ a: u8, b: u16, c: u32, d: i16, e: i32 }), { a: 1, b: 0x203, c: 0xf4050607, d: -2, e: -3 })),
    ).toBe('010203f4050607fffefffffffd');
    expect(decode(u32, fromHex('ffffffff'))).toBe(0xffffffff);
    expect(decode(i16, fromHex('fffe'))).toBe(-2);
    expect(decode(signMagnitude16, fromHex('8012'))).toBe(-18);
    expect(toHex(encode(signMagnitude16, -0))).toBe('8000');
  });

  it('refuse values that do not fit', () => {
    expect(() => encode(u8, 256)).toThrow('256 is not a whole number from 0 to 255');
    expect(() => encode(u16, 1.5)).toThrow('1.5 is not a whole number');
    expect(() => encode(u32, Number.NaN)).toThrow('NaN is not');
    expect(() => decode(u32, fromHex('0102'))).toThrow('needs 4 bytes, 2 left (byte 0)');
  });

  it('have named bits, and preserve unnamed bits', () => {
    const c = flags(u32, { low: 0, high: 31 });
    expect(decode(c, fromHex('80000011'))).toEqual({ low: true, high: true, rest: 16 });
    expect(toHex(encode(c, { low: false, high: true, rest: 16 }))).toBe('80000010');
    fc.assert(
      fc.property(int(0, 0xffffffff), (v) => {
        expect(decode(u32, encode(c, decode(c, encode(u32, v))))).toBe(v);
      }),
    );
  });
});

describe('texts and bytes', () => {
  it('are unchanged after a round trip', () => {
    survives(gbk('rest'), text(40));
    survives(gbk(u8), text(100));
    survives(gbk(u16), text(400));
    survives(gbk(80), text(40));
    survives(bytes('rest'), fc.uint8Array());
    survives(bytes(5), fc.uint8Array({ minLength: 5, maxLength: 5 }));
    survives(bcd(6), fc.stringMatching(/^[0-9a-f]{12}$/));
  });

  it('count GBK bytes, not characters', () => {
    expect(toHex(encode(gbk(u8), '沪A1'))).toBe('04bba64131');
    expect(decode(gbk('rest'), fromHex('d4c142'))).toBe('粤B');
    expect(() => encode(gbk(3), '沪牌')).toThrow('takes 3 bytes of text, got 4');
  });

  it('lose their padding at both ends', () => {
    expect(decode(gbk(8), fromHex('0000414200000000'))).toBe('AB');
    expect(decode(gbk(4), fromHex('41422020'))).toBe('AB');
    expect(toHex(encode(gbk(4), 'AB'))).toBe('41420000');
  });

  it('are copies of the input', () => {
    const from = fromHex('010203');
    const value = decode(bytes('rest'), from);
    from.fill(9);
    expect(toHex(value)).toBe('010203');
  });

  it('pad digits on the left and refuse other characters', () => {
    expect(toHex(encode(bcd(3), '1a2'))).toBe('0001a2');
    expect(() => encode(bcd(1), '123')).toThrow('takes 2 digits, got 3');
    expect(() => encode(bcd(2), 'x')).toThrow('"x" is not made of digits');
  });
});

describe('structs', () => {
  const Area = struct({
    kind: u8,
    radius: when((p) => p['kind'] === 1, u16),
    names: list(gbk(u8), u8),
    night: when((_, version) => version >= 2019, u8),
    tail: optional(u8),
  });

  it('leave out absent fields', () => {
    expect(decode(Area, fromHex('00010141'), 2013)).toEqual({ kind: 0, names: ['A'] });
    expect(decode(Area, fromHex('010200010141ff07'), 2019)).toEqual({ kind: 1, radius: 512, names: ['A'], night: 255, tail: 7 });
    expect(toHex(encode(Area, { kind: 1, radius: 512, names: ['A'], night: 255, tail: 7 }, 2019))).toBe('010200010141ff07');
  });

  it('report the path of an error', () => {
    const Outer = struct({ area: Area });
    expect(() => decode(Outer, fromHex('000301410242'), 2013)).toThrow('area.names[1]: needs 2 bytes, 1 left (byte 5)');
    expect(() => encode(Outer, { area: { kind: 0, names: ['A', 'x'.repeat(300)] } }, 2013)).toThrow(
      'area.names[1]: 300 is not a whole number from 0 to 255',
    );
  });

  it('use the definition of their protocol version', () => {
    const c = byVersion({ 2011: u8, 2019: u16 });
    expect([2011, 2013, 2019].map((v) => toHex(encode(c, 7, v)))).toEqual(['07', '07', '0007']);
    expect(decode(c, fromHex('0007'), 2019)).toBe(7);
  });

  it('map values', () => {
    const c = map(
      u8,
      (v) => v === 1,
      (v) => (v ? 1 : 0),
    );
    survives(c, fc.boolean());
  });
});

describe('lists', () => {
  it('are unchanged after a round trip', () => {
    survives(list(u16, u8), fc.array(int(0, 0xffff), { maxLength: 255 }));
    survives(list(lengthPrefixed(u16, gbk('rest')), 'rest'), fc.array(text(20)));
    survives(list(u8, { stated: u16 }), fc.array(int(0, 255)));
  });

  it('ignore a count that is declared as informative only', () => {
    expect(decode(list(u8, { stated: u8 }), fromHex('09010203'))).toEqual([1, 2, 3]);
    expect(() => decode(list(u8, u8), fromHex('09010203'))).toThrow('[3]: needs 1 byte, 0 left (byte 4)');
  });

  it('refuse items without bytes, instead of an endless loop', () => {
    expect(() => decode(list(struct({}), u16), fromHex('ffff'))).toThrow('an item without bytes');
  });

  it('must fill their length exactly', () => {
    expect(() => decode(lengthPrefixed(u8, u8), fromHex('020102'))).toThrow('1 bytes too many (byte 2)');
    expect(() => decode(lengthPrefixed(u8, u8), fromHex('0501'))).toThrow('needs 5 bytes, 1 left (byte 1)');
  });
});

describe('tlv', () => {
  const Items = tlv(
    {
      1: ['count', u16],
      2: ['name', gbk('rest')],
      3: [
        ['wide', u16],
        ['narrow', u8],
      ],
    },
    { name: 'items', id: u8, length: u8 },
  );

  it('reads named items in order, and preserves unknown, repeated, invalid and truncated items', () => {
    const hex = '0101070201410102000903010503020006ee02aabb0102000aff0012';
    const value = decode(Items, fromHex(hex));
    expect(value).toEqual({
      '0x01': fromHex('07'),
      name: 'A',
      count: 9,
      narrow: 5,
      wide: 6,
      '0xee': fromHex('aabb'),
      '0x01#2': fromHex('000a'),
      '0xff': new Uint8Array(),
      rest: fromHex('12'),
    });
    expect(toHex(encode(Items, value))).toBe(hex);
  });

  it('any bytes are unchanged after a round trip', () => {
    const Plain = tlv({ 1: ['count', u16], 3: ['wide', u32] }, { name: 'items', id: u8, length: u8 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (b) => {
        expect(toHex(encode(Plain, decode(Plain, b)))).toBe(toHex(b));
      }),
    );
    const small = fc.array(int(0, 4), { maxLength: 300 }).map((a) => Uint8Array.from(a));
    fc.assert(
      fc.property(small, (b) => {
        expect(toHex(encode(Plain, decode(Plain, b)))).toBe(toHex(b));
      }),
    );
  });

  it('refuses a name that is not an item of the table', () => {
    const wrong = { nonsense: 1 } as unknown as Parameters<typeof Items.write>[0];
    expect(() => encode(Items, wrong)).toThrow('nonsense: is not an item of this table');
  });
});
