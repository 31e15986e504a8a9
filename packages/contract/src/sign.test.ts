import { describe, expect, it } from 'vitest';
import { sign, signText } from './sign.ts';

describe('sign', () => {
  it('sorts keys by code units and leaves empty values out', () => {
    expect(signText({ b: 2, a: '1', B: true, c: '', d: null, e: undefined, f: 0 })).toBe('B=true&a=1&b=2&f=0');
  });
  it('writes objects and arrays as JSON with sorted keys and no spaces', () => {
    expect(signText({ list: [{ z: 1, a: 'x' }, 2] })).toBe('list=[{"a":"x","z":1},2]');
  });
  it('is the lower-case MD5 of the sorted text', () => {
    // md5 of 'a=1&b=车' and 'x=y', by another implementation
    expect(sign({ b: '车', a: 1 })).toBe('f45dae120a567ca1713f6dc2616fbe2b');
    expect(sign({ x: 'y' })).toBe('919860b52317a584e5de6f3257631d16');
    expect(sign({})).toBe('d41d8cd98f00b204e9800998ecf8427e');
  });
});
