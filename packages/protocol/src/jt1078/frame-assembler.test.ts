import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import { FrameAssembler, MAX_FRAME_BYTES, type MediaFrame, type StreamPacket } from './index.ts';
import { filler, framePackets, joinBytes } from './stream-kit.ts';

const assemble = (packets: readonly StreamPacket[], window?: number): { frames: MediaFrame[]; lost: number } => {
  const assembler = new FrameAssembler(window);
  const frames = [...packets.flatMap((packet) => assembler.push(packet)), ...assembler.flush()];
  return { frames, lost: assembler.lostPackets };
};
const damage = (frames: readonly MediaFrame[]): boolean[] => frames.map((frame) => frame.isDamaged);

/** Frames of four packets, each with its own timestamp. */
const frameData = (i: number): Uint8Array => filler(36, i);
const stream = (count: number, firstSequence = 0): StreamPacket[] =>
  Array.from({ length: count }, (_, i) =>
    framePackets(frameData(i), (firstSequence + i * 4) & 0xffff, { timestampMs: 1000 + i * 40 }, 10),
  ).flat();
const without = (packets: readonly StreamPacket[], ...places: number[]): StreamPacket[] =>
  packets.filter((_, i) => !places.includes(i));

describe('frame assembler', () => {
  it('joins parts, also when the sequence wraps around', () => {
    for (const firstSequence of [0, 65_530]) {
      for (const window of [0, 16]) {
        const { frames, lost } = assemble(stream(4, firstSequence), window);
        expect(frames.map((frame) => frame.data)).toEqual([0, 1, 2, 3].map(frameData));
        expect(frames.map((frame) => frame.timestampMs)).toEqual([1000, 1040, 1080, 1120]);
        expect(damage(frames)).toEqual([false, false, false, false]);
        expect(lost).toBe(0);
      }
    }
  });

  it.each([
    ['first', 4],
    ['middle', 5],
    ['last', 7],
  ])('delivers a frame with a missing %s packet as damaged, and counts the packet as lost', (_name, place) => {
    for (const window of [0, 3]) {
      const { frames, lost } = assemble(without(stream(4), place), window);
      expect(damage(frames)).toEqual([false, true, false, false]);
      expect(frames[2]!.data).toEqual(frameData(2));
      expect(lost).toBe(1);
    }
  });

  it('separates two frames if the last part of one and the first part of the next are missing', () => {
    const { frames } = assemble(without(stream(3), 3, 4), 0);
    expect(frames.map((frame) => frame.timestampMs)).toEqual([1000, 1040, 1080]);
    expect(damage(frames)).toEqual([true, true, false]);
  });

  it('marks a frame without a start and a frame without an end as damaged', () => {
    const packets = stream(2);
    expect(damage(assemble(packets.slice(2, 6)).frames)).toEqual([true, true]);
  });

  it('counts the packets of a completely lost frame', () => {
    const assembler = new FrameAssembler(0);
    for (const packet of without(stream(3), 4, 5, 6, 7)) assembler.push(packet);
    expect(assembler.lostPackets).toBe(4);
  });

  it('reorders packets within its window, and drops duplicates', () => {
    const packets = stream(4);
    const mixed = [0, 2, 1, 1, 3, 6, 5, 4, 7, 4, 8, 9, 10, 11, 15, 14, 13, 12].map((i) => packets[i]!);
    const { frames, lost } = assemble(mixed);
    expect(frames.map((frame) => frame.data)).toEqual([0, 1, 2, 3].map(frameData));
    expect(lost).toBe(0);
  });

  it('stops waiting for a missing packet when the window is full, not before', () => {
    const assembler = new FrameAssembler(4);
    const packets = without(stream(3), 1);
    const delivered = packets.map((packet) => assembler.push(packet).length);
    // the frame without its second packet comes with the fourth packet behind the gap
    expect(delivered).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1]);
    expect(assembler.lostPackets).toBe(1);
  });

  it('accepts video and audio with a shared counter or separate counters', () => {
    const audio = (i: number, sequence: number): StreamPacket =>
      framePackets(filler(8, i), sequence, { dataType: 'audio', payloadType: 6, timestampMs: 2000 + i })[0]!;
    const video = stream(6);
    const shared = video.flatMap((packet, i) => [{ ...packet, sequence: i * 2 }, audio(i, i * 2 + 1)]);
    const separate = video.flatMap((packet, i) => [{ ...packet, sequence: 500 + i }, audio(i, i)]);
    for (const packets of [shared, separate]) {
      for (const window of [0, 16]) {
        const { frames, lost } = assemble(packets, window);
        expect(frames.filter((frame) => frame.kind === 'video').map((frame) => frame.data)).toEqual(
          [0, 1, 2, 3, 4, 5].map(frameData),
        );
        expect(frames.filter((frame) => frame.kind === 'audio')).toHaveLength(24);
        expect(damage(frames)).not.toContain(true);
        expect(lost).toBe(0);
      }
    }
  });

  it('continues after a restart of the counter, and with a constant counter', () => {
    const restarted = [...stream(2, 30_000), ...stream(2)];
    for (const window of [0, 16])
      expect(assemble(restarted, window).frames.map((frame) => frame.data)).toEqual([0, 1, 0, 1].map(frameData));
    const still = stream(3).map((packet) => ({ ...packet, sequence: 7 }));
    expect(assemble(still, 0).frames.map((frame) => frame.data)).toEqual([0, 1, 2].map(frameData));
  });

  it('passes on timestamps that jump or do not change', () => {
    const times = [5000, 0, 0, Number.MAX_SAFE_INTEGER];
    const packets = times.flatMap((timestampMs, i) => framePackets(frameData(i), i * 4, { timestampMs }, 10));
    const { frames } = assemble(packets);
    expect(frames.map((frame) => frame.timestampMs)).toEqual(times);
    expect(damage(frames)).not.toContain(true);
  });

  it('determines the codec by the payload type, also for a wrong data type', () => {
    const one = (payloadType: number, more: Partial<StreamPacket> = {}): Partial<MediaFrame> => {
      const packet = { ...framePackets(Uint8Array.of(1, 2, 3), 0, { payloadType })[0]!, ...more };
      const { kind, codec } = assemble([packet]).frames[0]!;
      return { kind, codec };
    };
    expect(one(99)).toEqual({ kind: 'video', codec: 'h265' });
    expect(one(6)).toEqual({ kind: 'audio', codec: 'g711a' });
    expect(one(26, { dataType: 'audio' })).toEqual({ kind: 'audio', codec: 'adpcm' });
    expect(one(91, { dataType: 'transparent', timestampMs: null })).toEqual({ kind: 'data', codec: 'transparent' });
    expect(one(60)).toEqual({ kind: 'video', codec: 'unknown' });
    expect(one(60, { dataType: 'audio' })).toEqual({ kind: 'audio', codec: 'unknown' });
  });

  it('detects key frames by their NAL units, whatever the data type is', () => {
    const isKey = (payloadType: number, dataType: 'keyFrame' | 'predictedFrame', ...nals: number[][]): boolean => {
      const data = joinBytes(...nals.map((nal) => Uint8Array.from([0, 0, 0, 1, ...nal])));
      return assemble(framePackets(data, 0, { payloadType, dataType })).frames[0]!.isKey;
    };
    const [sps, pps, idr, slice] = [
      [0x67, 1],
      [0x68, 1],
      [0x65, 1],
      [0x41, 1],
    ];
    expect(isKey(98, 'predictedFrame', sps!, pps!, idr!)).toBe(true);
    expect(isKey(98, 'keyFrame', slice!)).toBe(false);
    expect(isKey(98, 'keyFrame', sps!, pps!)).toBe(false);
    expect(isKey(98, 'keyFrame', sps!, pps!, slice!)).toBe(true);
    expect(isKey(99, 'predictedFrame', [0x40, 1], [0x42, 1], [0x26, 1])).toBe(true);
    expect(isKey(99, 'keyFrame', [0x02, 1])).toBe(false);
    expect(isKey(100, 'keyFrame', [1])).toBe(true);
  });

  it('limits the size of a frame that never ends', () => {
    const body = filler(60_000);
    const endless = Array.from(
      { length: 100 },
      (_, i): StreamPacket => ({ ...framePackets(body, i)[0]!, part: i === 0 ? 'first' : 'middle', body }),
    );
    const { frames } = assemble(endless);
    expect(frames).toHaveLength(1);
    expect(frames[0]!.isDamaged).toBe(true);
    expect(frames[0]!.data.length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
  });

  it('delivers undamaged frames only as sent, even if packets are lost, duplicated or reordered', () => {
    const packets = stream(12);
    const fates = fc.array(fc.record({ copies: fc.nat(2), delay: fc.nat(6) }), { minLength: 48, maxLength: 48 });
    fc.assert(
      fc.property(fates, fc.constantFrom(2, 16), (all, window) => {
        const arrivals = all.flatMap(({ copies, delay }, i) => Array.from({ length: copies }, () => ({ at: i + delay, i })));
        const sent = arrivals.sort((a, b) => a.at - b.at).map(({ i }) => packets[i]!);
        for (const frame of assemble(sent, window).frames) {
          if (!frame.isDamaged) expect(frame.data).toEqual(frameData((frame.timestampMs - 1000) / 40));
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
