import { describe, expect, it } from 'vitest';
import { Channel, type ChannelOptions, decodeFrame, encodeFrame, type ReceivedMessage, type Wire } from './index.ts';

const KEYS = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
const AT = 1_763_712_000_000;

/** A channel and its output. */
function channel(options: Partial<ChannelOptions> = {}) {
  const written: Uint8Array[] = [];
  const wire: Wire = { revision: 2019, keys: KEYS };
  const all = { wire, accessCode: 7, encryptKey: 256_178, write: (bytes: Uint8Array) => void written.push(bytes), now: () => AT };
  return { written, own: new Channel({ ...all, ...options }) };
}
function hearing(own: Channel, chunk: Uint8Array, onMessage?: (heard: ReceivedMessage) => void) {
  const heard: ReceivedMessage[] = [];
  const bad: string[] = [];
  own.hear(chunk, {
    onMessage: (each) => {
      heard.push(each);
      onMessage?.(each);
    },
    onBad: (reason) => bad.push(reason),
  });
  return { heard, bad };
}

describe('a channel', () => {
  it('numbers its messages, sends access code and version, and encrypts bodies', () => {
    const { own, written } = channel({ protocol: { major: 1, minor: 2, patch: 15 } });
    const sent = [own.send({ type: 'subLogin', body: { verifyCode: 5 } }), own.send({ type: 'mainHeartbeat', body: {} })];
    expect(sent.map(({ serial, id }) => [serial, id])).toEqual([
      [0, 0x9001],
      [1, 0x1005],
    ]);
    expect([...sent[0]!.body]).toEqual([0, 0, 0, 5]);
    const plain = decodeFrame(written[0]!, { revision: 2019, keys: KEYS });
    expect(plain.header).toMatchObject({
      accessCode: 7,
      encrypted: 1,
      key: 256_178,
      sentAt: AT / 1000,
      protocol: { major: 1, minor: 2, patch: 15 },
    });
    expect([...plain.body]).toEqual([0, 0, 0, 5]);
    expect([...decodeFrame(written[0]!, { revision: 2019, keys: null }).body]).not.toEqual([0, 0, 0, 5]);
    expect(written[0]).toHaveLength(sent[0]!.bytes);
  });

  it('changes its wire settings from the next frame on, within one chunk', () => {
    const first = channel({ wire: { revision: 2011, keys: null }, encryptKey: null });
    first.own.send({ type: 'subLogin', body: { verifyCode: 5 } });
    const second = channel();
    second.own.send({ type: 'subHeartbeat', body: {} });
    second.own.send({ type: 'urgeReply', body: { sourceType: 0x9401, sourceSerial: 9, result: 1 } });
    const { own } = channel({ wire: { revision: 2011, keys: null }, encryptKey: null });
    const chunk = Buffer.concat([...first.written, ...second.written]);
    const { heard, bad } = hearing(own, chunk, ({ message }) => {
      if (message?.type === 'subLogin') own.speak({ wire: { revision: 2019, keys: KEYS }, accessCode: 7, encryptKey: null });
    });
    expect(bad).toEqual([]);
    expect(heard.map(({ message }) => message?.type)).toEqual(['subLogin', 'subHeartbeat', 'urgeReply']);
    expect(heard[2]!.message?.body).toMatchObject({ sourceSerial: 9, result: 1 });
  });

  it('reports unreadable messages, and continues', () => {
    const wire: Wire = { revision: 2011, keys: null };
    // a sub login without its code
    const short = encodeFrame({ serial: 3, id: 0x9001, accessCode: 7 }, new Uint8Array(2), wire);
    const { own, written } = channel({ wire, encryptKey: null });
    own.send({ type: 'subHeartbeat', body: {} });
    const { heard, bad } = hearing(own, Buffer.concat([short, Buffer.from([0x5b, 1, 2, 0x5d]), ...written]));
    expect(heard.map(({ message, fault }) => message?.type ?? fault)).toEqual([
      expect.stringMatching(/^subLogin\.verifyCode: /),
      'subHeartbeat',
    ]);
    expect(bad).toEqual(['short']);
  });
});
