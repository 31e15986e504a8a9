import { expect, test } from 'vitest';
import { AnswerEncoder, type AnswerHeader } from './answer-encoder.ts';
import { DIALECTS } from './dialects.ts';
import { encodeMessage } from './message.ts';

const headers: Record<string, AnswerHeader> = {
  'a 12-byte header': { version: 2013, protocolVersion: null, phone: '013912345678' },
  'a 17-byte header': { version: 2019, protocolVersion: 1, phone: '00000000013912345678' },
  'a 17-byte header without its flag': {
    version: 2019,
    protocolVersion: 1,
    phone: '00000000013912345678',
    dialect: DIALECTS.wideHeader,
  },
  'flags of E7': { version: 2013, protocolVersion: null, phone: '013912345678', dialect: DIALECTS.e7 },
  'a phone number that is escaped': { version: 2013, protocolVersion: null, phone: '7e7d7e7d0001' },
};

test.each(Object.entries(headers))('an answer with %s equals the output of encodeMessage', (_, header) => {
  const encoder = new AnswerEncoder(header);
  const { dialect, ...rest } = header;
  // serials and results whose bytes are escaped, also as the checksum
  for (const serial of [0, 0x7e, 0x7d01, 0xe7e6, 0xffff])
    for (let answered = 0; answered < 0x10000; answered += 0x101)
      for (const result of [0, 2]) {
        const body = Uint8Array.of(answered >>> 8, answered, 0x02, 0x00, result);
        const expected = encodeMessage({ id: 0x8001, body, serial, ...rest, ...(dialect ? { dialect } : {}) });
        expect([encoder.encode(serial, answered, 0x0200, result, (bytes) => new Uint8Array(bytes))]).toEqual(expected);
      }
});

test('a new frame does not change the bytes of an earlier frame', () => {
  const encoder = new AnswerEncoder(headers['a 12-byte header']!);
  const allocate = (bytes: number) => new Uint8Array(bytes);
  const first = encoder.encode(1, 7, 0x0200, 0, allocate);
  const before = first.slice();
  encoder.encode(2, 8, 0x0200, 0, allocate);
  expect(first).toEqual(before);
});
