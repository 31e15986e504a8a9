import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import { fromHex, toHex } from '../hex.ts';
import { MAX_PACKET_BYTES, PacketFramer, readPacket, type SimBytes, type StreamPacket, writePacket } from './index.ts';
import { filler, frameBytes, framePackets, joinBytes, SIM } from './stream-kit.ts';

const written = (sequence: number, simBytes: SimBytes = 6, length = 20): Uint8Array =>
  writePacket(framePackets(filler(length, sequence), sequence, {}, 65_535)[0]!, simBytes);
const sequences = (packets: readonly StreamPacket[]): number[] => packets.map((packet) => packet.sequence);
/** Sets the body length of a video packet with a SIM of 6 bytes. */
const withLength = (packet: Uint8Array, length: number): Uint8Array => {
  const changed = packet.slice();
  changed[28] = length >> 8;
  changed[29] = length & 0xff;
  return changed;
};

describe('stream packet', () => {
  const video = framePackets(Uint8Array.of(1, 2), 0x1234, { keyFrameIntervalMs: 640, frameIntervalMs: 40 })[0]!;

  it('writes each field at its position in the standard', () => {
    expect(toHex(writePacket({ ...video, timestampMs: 0x16bb392ca7c }))).toBe(
      '30316364' + '81e2' + '1234' + '013912345678' + '01' + '10' + '0000016bb392ca7c' + '0280' + '0028' + '0002' + '0102',
    );
    const audio = framePackets(Uint8Array.of(1, 2), 1, { dataType: 'audio', payloadType: 6 })[0]!;
    expect(toHex(writePacket(audio, 10))).toBe(
      '30316364' + '8186' + '0001' + '00000000013912345678' + '01' + '30' + '00000000000003e8' + '0002' + '0102',
    );
    const data = framePackets(Uint8Array.of(9), 2, { dataType: 'transparent', payloadType: 91 })[0]!;
    expect(toHex(writePacket(data))).toBe('30316364' + '81db' + '0002' + '013912345678' + '01' + '40' + '0001' + '09');
  });

  it('reads a datagram with a SIM of either width', () => {
    for (const simBytes of [6, 10] as const) expect(readPacket(writePacket(video, simBytes))).toEqual(video);
    expect(readPacket(writePacket({ ...video, sim: '0' })).sim).toBe('0');
  });

  it('refuses datagrams with a wrong length, type or magic', () => {
    const good = writePacket(video);
    for (const bad of [
      good.subarray(0, -1),
      joinBytes(good, Uint8Array.of(0)),
      withLength(good, 3),
      good.subarray(1),
      good.subarray(0, 10),
      new Uint8Array(),
    ]) {
      expect(() => readPacket(bad)).toThrow(/does not/);
    }
    const strange = good.slice();
    strange[15] = 0x50;
    expect(() => readPacket(strange)).toThrow(/does not match/);
  });

  it('refuses to write values that do not fit', () => {
    expect(() => writePacket({ ...video, sequence: 65_536 })).toThrow('sequence: 65536');
    expect(() => writePacket({ ...video, payloadType: 128 })).toThrow('payloadType');
    expect(() => writePacket({ ...video, channel: 256 })).toThrow('channel');
    expect(() => writePacket({ ...video, timestampMs: -1 })).toThrow('timestampMs');
    expect(() => writePacket({ ...video, sim: '1234567890123' })).toThrow('takes 12 digits');
    expect(() => writePacket({ ...video, body: new Uint8Array(65_536) })).toThrow('body');
  });

  it('reads the packets that it writes', () => {
    const packets = fc.record({
      // with fewer digits, a packet by chance fits the other width of the SIM, too
      sim: fc.stringMatching(/^[1-9]\d{10,11}$/),
      channel: fc.nat(255),
      sequence: fc.nat(0xffff),
      payloadType: fc.nat(127),
      marker: fc.boolean(),
      part: fc.constantFrom('whole', 'first', 'last', 'middle'),
      body: fc.uint8Array({ maxLength: 1200 }),
      type: fc.constantFrom('keyFrame', 'predictedFrame', 'bidirectionalFrame', 'audio', 'transparent'),
      time: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
      intervals: fc.tuple(fc.nat(0xffff), fc.nat(0xffff)),
    });
    fc.assert(
      fc.property(packets, fc.constantFrom<SimBytes>(6, 10), ({ type, time, intervals, ...rest }, simBytes) => {
        const isVideo = type.endsWith('Frame');
        const packet = {
          ...rest,
          dataType: type,
          timestampMs: type === 'transparent' ? null : time,
          keyFrameIntervalMs: isVideo ? intervals[0] : null,
          frameIntervalMs: isVideo ? intervals[1] : null,
        } as StreamPacket;
        const bytes = writePacket(packet, simBytes);
        expect(readPacket(bytes)).toEqual(packet);
        // the next packet confirms the width of an unusual SIM
        expect(frameBytes(joinBytes(bytes, bytes)).packets).toEqual([packet, packet]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('packet framer', () => {
  it('reads packets from chunks of any size, with a SIM of either width', () => {
    for (const simBytes of [6, 10] as const) {
      const bytes = joinBytes(...[0, 1, 2].map((sequence) => written(sequence, simBytes)));
      for (const size of [1, 2, 7, 33, bytes.length]) {
        const { packets, bad, pending } = frameBytes(bytes, size);
        expect(sequences(packets)).toEqual([0, 1, 2]);
        expect(packets.every((packet) => packet.sim === SIM)).toBe(true);
        expect([bad, pending]).toEqual([[], 0]);
      }
    }
  });

  it('drops garbage before, between and after packets, and reports each run once', () => {
    const bytes = joinBytes(
      filler(3000),
      written(0),
      written(1),
      filler(5),
      written(2),
      fromHex('303163'),
      written(3),
      filler(4),
    );
    for (const size of [1, 100, bytes.length]) {
      const { packets, bad, pending } = frameBytes(bytes, size);
      expect(sequences(packets)).toEqual([0, 1, 2, 3]);
      expect(bad.map(([reason]) => reason)).toEqual(['garbage', 'garbage', 'garbage', 'garbage']);
      expect(pending).toBe(0);
    }
    expect(frameBytes(bytes).bad[0]).toEqual(['garbage', 1024]);
  });

  it('drops a packet that includes bytes of the next packet, and nothing else', () => {
    const bytes = joinBytes(written(0), written(1), withLength(written(2), 45), written(3), written(4));
    const { packets, bad } = frameBytes(bytes);
    expect(sequences(packets)).toEqual([0, 1, 3, 4]);
    expect(bad.map(([reason]) => reason)).toEqual(['length']);
  });

  it('truncates a body whose length is too small, and continues with the next packet', () => {
    const bytes = joinBytes(written(0), written(1), withLength(written(2), 12), written(3));
    const { packets, bad } = frameBytes(bytes);
    expect(sequences(packets)).toEqual([0, 1, 2, 3]);
    expect(packets[2]!.body).toHaveLength(12);
    expect(bad.map(([reason]) => reason)).toEqual(['garbage']);
  });

  it('continues after an unknown data type', () => {
    const strange = written(1);
    strange[15] = 0x70;
    const { packets, bad } = frameBytes(joinBytes(written(0), strange, written(2)));
    expect(sequences(packets)).toEqual([0, 2]);
    expect(bad.map(([reason]) => reason)).toEqual(['length']);
  });

  it('accepts a magic number inside a body', () => {
    const body = joinBytes(fromHex('30316364'), filler(40), fromHex('3031636481e2'));
    const packet = framePackets(body, 1)[0]!;
    const bytes = joinBytes(written(0), writePacket(packet), written(2));
    for (const size of [1, bytes.length]) expect(frameBytes(bytes, size).packets[1]).toEqual(packet);
  });

  it('adapts to a change of the SIM width', () => {
    const bytes = joinBytes(written(0), written(1), written(2, 10), written(3, 10), written(4, 10));
    expect(sequences(frameBytes(bytes).packets)).toEqual([0, 1, 2, 3, 4]);
  });

  it('accepts the largest body, and buffers at most one packet', () => {
    const largest = written(0, 10, 65_535);
    expect(largest).toHaveLength(MAX_PACKET_BYTES);
    expect(frameBytes(joinBytes(largest, written(1, 10)), 1000).packets.map((packet) => packet.body.length)).toEqual([
      65_535, 20,
    ]);
    const framer = new PacketFramer();
    let most = 0;
    for (let i = 0; i < 200; i++) {
      framer.push(
        withLength(written(i), 65_535),
        () => undefined,
        () => undefined,
      );
      most = Math.max(most, framer.pending);
    }
    expect(most).toBeLessThanOrEqual(MAX_PACKET_BYTES);
  });

  it('never throws, and reads good packets after any bytes', () => {
    const GOOD = 8_000;
    const good = Array.from({ length: GOOD }, (_, i) => written(i, 6, 30));
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.constant(fromHex('30316364')),
        fc.nat(9).map((sequence) => written(sequence)),
        fc.nat(60).map((length) => withLength(written(1), length)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 80 }), (hostile, size) => {
        // a false length reaches at most 64 KiB; one may lead to the next
        const { packets } = frameBytes(joinBytes(...hostile, ...good), size * 50);
        expect(sequences(packets).slice(-100)).toEqual(Array.from({ length: 100 }, (_, i) => GOOD - 100 + i));
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
