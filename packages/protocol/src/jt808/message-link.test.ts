import { describe, expect, it } from 'vitest';
import type { Header } from './header.ts';
import type { Message } from './message.ts';
import { createMessageLink, type MessageLinkOptions } from './message-link.ts';
import { Reassembler } from './reassembler.ts';

const TO = { version: 2013, phone: '13800000001' } as const;
const LONG = new Uint8Array(2_500).fill(0x7e);

function open(options: Partial<MessageLinkOptions> = {}) {
  const received: { header: Header; message: Message }[] = [];
  const link = createMessageLink({ onMessage: (header, message) => received.push({ header, message }), ...options });
  return { link, received };
}

describe('a message link', () => {
  it('numbers messages and each sub-package consecutively, past the last serial', () => {
    const { link } = open({ firstSerial: 0xffff });
    expect(link.encode({ type: 'heartbeat', body: {} }, TO)).toMatchObject({ firstSerial: 0xffff, serial: 0xffff });
    expect(link.encode({ id: 0x0900, body: LONG }, TO)).toMatchObject({ firstSerial: 0, serial: 2 });
    expect(link.encode({ type: 'heartbeat', body: {} }, TO)).toMatchObject({ firstSerial: 3, serial: 3 });
  });

  it('reads messages of another link, for any chunk boundaries', () => {
    const { frames } = open({ firstSerial: 7 }).link.encode({ type: 'authenticate', body: { code: 'secret' } }, TO);
    const { link, received } = open();
    for (const byte of frames[0]!) link.receive(Uint8Array.of(byte));
    expect(received).toMatchObject([{ header: { serial: 7 }, message: { type: 'authenticate', body: { code: 'secret' } } }]);
  });

  it('joins sub-packages if it has a reassembler', () => {
    const { frames } = open().link.encode({ id: 0x0f00, body: LONG }, TO);
    const [parts, whole] = [open(), open({ reassembler: new Reassembler() })];
    for (const frame of frames) for (const { link } of [parts, whole]) link.receive(frame);
    expect(parts.received.map(({ header }) => header.index)).toEqual([1, 2, 3]);
    expect(whole.received.map(({ message }) => message.body)).toEqual([LONG]);
  });

  it('reports bad frames and bodies that it cannot decode, or throws without a handler', () => {
    const bad: string[] = [];
    const unreadable: number[] = [];
    const { frames } = open().link.encode({ id: 0x8001, body: Uint8Array.of(9) }, TO);
    const tolerant = open({ onBad: (reason) => bad.push(reason), onUnreadable: ({ id }) => unreadable.push(id) });
    tolerant.link.receive(Uint8Array.of(1, 2, 3));
    tolerant.link.receive(frames[0]!);
    expect([bad, unreadable, tolerant.received]).toEqual([['garbage'], [0x8001], []]);
    expect(() => open().link.receive(frames[0]!)).toThrow();
  });
});
