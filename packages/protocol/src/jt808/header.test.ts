import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { DIALECTS, decodeFrame, encodeFrame, phoneKey, readHeader, type Version } from './index.ts';

describe('readHeader', () => {
  it('reads a 12-byte header of 2013', () => {
    expect(readHeader(fromHex('02000002013912345678002a0102'))).toEqual({
      id: 0x0200,
      version: 2013,
      protocolVersion: null,
      phone: '013912345678',
      serial: 42,
      encryption: 0,
      total: 0,
      index: 0,
      bodyLength: 2,
      bodyAt: 12,
    });
  });

  it('reads a 17-byte header of 2019 with sub-package words and encryption', () => {
    expect(readHeader(fromHex('08016402010000000001391234567800070003000101ff'))).toEqual({
      id: 0x0801,
      version: 2019,
      protocolVersion: 1,
      phone: '00000000013912345678',
      serial: 7,
      encryption: 1,
      total: 3,
      index: 1,
      bodyLength: 2,
      bodyAt: 21,
    });
  });

  it('detects a 17-byte header with the old flag by its length', () => {
    expect(readHeader(fromHex('0104000201000000000139123456780007aabb'))).toMatchObject({ version: 2019, serial: 7, bodyAt: 17 });
  });

  it('detects a 12-byte header with the 2019 flag by its length', () => {
    expect(readHeader(fromHex('010240020139123456780007aabb'))).toMatchObject({
      version: 2013,
      phone: '013912345678',
      bodyAt: 12,
    });
  });

  it('supports the wide header by dialect, with a length that is off by five', () => {
    const frame = fromHex('0104000801000000000139123456780007aabbcc');
    // The bytes also match a narrow header; only the setting decides.
    expect(readHeader(frame)).toMatchObject({ version: 2013 });
    const declaredShort = fromHex('0104000001000000000139123456780007aabbccddee');
    expect(readHeader(frame, DIALECTS.wideHeader)).toMatchObject({ version: 2019, bodyAt: 17, serial: 7 });
    expect(readHeader(declaredShort, DIALECTS.wideHeader)).toMatchObject({ version: 2019, bodyAt: 17 });
  });

  it('accepts reserved bits and phones that are not decimal', () => {
    expect(readHeader(fromHex('0002800004ab73ce2ff20001'))).toMatchObject({ phone: '04ab73ce2ff2', version: 2013 });
  });

  it('reads the one-byte serial of an electronic lock', () => {
    expect(readHeader(fromHex('5501000200716081800042aabb'.slice(0, 26)))).toMatchObject({
      id: 0x5501,
      serial: 0x42,
      bodyAt: 11,
    });
  });

  it('refuses short input', () => {
    expect(() => readHeader(fromHex('0200'))).toThrow('header: 2 bytes are too few');
    expect(() => readHeader(fromHex('020020000139123456780007'))).toThrow('header:');
  });

  it('any header is unchanged after a round trip', () => {
    const phone = fc.stringMatching(/^[0-9a-f]{1,12}$/);
    fc.assert(
      fc.property(
        fc.constantFrom<Version>(2011, 2013, 2019),
        fc.integer({ min: 0, max: 0xffff }),
        phone,
        fc.integer({ min: 0, max: 0xffff }),
        fc.integer({ min: 0, max: 0xffff }),
        fc.uint8Array({ maxLength: 1023 }),
        (version, id, digits, serial, total, body) => {
          const index = total === 0 ? 0 : 1;
          const wire = encodeFrame({ id, version, phone: digits, serial, total, index }, body);
          const read = decodeFrame(wire);
          expect(read.header).toMatchObject({
            id,
            serial,
            total,
            index,
            bodyLength: body.length,
            version: version === 2019 ? 2019 : 2013,
          });
          expect(phoneKey(read.header.phone)).toBe(phoneKey(digits));
          expect(toHex(read.body)).toBe(toHex(body));
        },
      ),
    );
  });
});

describe('phoneKey', () => {
  it('is the same for both header widths', () => {
    expect(phoneKey('013912345678')).toBe('13912345678');
    expect(phoneKey('00000000013912345678')).toBe('13912345678');
    expect(phoneKey('000000000000')).toBe('0');
    expect(phoneKey('12345678901234567890')).toBe('12345678901234567890');
  });
});

describe('decodeFrame', () => {
  it('reports the reason why bytes are not a frame', () => {
    expect(() => decodeFrame(fromHex('0102'))).toThrow('garbage:');
    expect(() => decodeFrame(fromHex('7e01027e'))).toThrow('short:');
    expect(() => decodeFrame(fromHex('7e0002000001391234567800010a7e'))).toThrow('checksum:');
  });
});
