import { SECOND_MS } from '@fleetwarden/domain/durations';
import {
  FrameAssembler,
  type MediaFrame,
  readPacket,
  STANDARD_BODY_BYTES,
  type StreamPacket,
  writePacket,
} from '@fleetwarden/protocol/jt1078';
import { describe, expect, it } from 'vitest';
import { dice } from '../random.ts';
import { type ChannelStream, createChannelStream, type Medium } from './channel-stream.ts';
import { FRAME_RATE, loadClip } from './clip.ts';
import { createPacketFaults, STREAM_FAULTS } from './stream-faults.ts';

const START = Date.UTC(2026, 5, 1);
const open = (...media: readonly Medium[]) => createChannelStream({ sim: '13900000001', channel: 2, kind: 'main', media }, START);
/** Packets of a time span, taken whenever the stream says so. */
const run = (stream: ChannelStream, until: number): StreamPacket[] => {
  const packets: StreamPacket[] = [];
  for (let at = stream.nextAt(); at < until; at = stream.nextAt()) packets.push(...stream.take(at));
  return packets;
};
const assemble = (packets: readonly StreamPacket[]): MediaFrame[] => {
  const assembler = new FrameAssembler();
  return packets.flatMap((packet) => assembler.push(packet));
};
/** ITU-T G.711, A-law: sign, segment and step, with every other bit inverted. */
const decodeALaw = (byte: number): number => {
  const bits = byte ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 0xf) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
};
const isVideo = ({ dataType }: StreamPacket) => dataType === 'keyFrame' || dataType === 'predictedFrame';
const startsFrame = ({ part }: StreamPacket) => part === 'whole' || part === 'first';

describe('the stream of a channel', () => {
  it('sends 15 video frames and 25 audio packets per second, with their times', () => {
    const packets = run(open('picture', 'sound'), START + 10 * SECOND_MS);
    const frames = packets.filter((packet) => isVideo(packet) && startsFrame(packet));
    expect(frames).toHaveLength(150);
    expect(packets.filter(({ dataType }) => dataType === 'audio')).toHaveLength(250);
    expect(frames.slice(0, 3).map(({ timestampMs, frameIntervalMs }) => [timestampMs, frameIntervalMs])).toEqual([
      [0, 0],
      [67, 67],
      [133, 67],
    ]);
    const keys = frames.filter(({ dataType }) => dataType === 'keyFrame');
    expect(keys.map(({ timestampMs }) => timestampMs)).toEqual(Array.from({ length: 10 }, (_, second) => second * SECOND_MS));
    expect(keys[3]!.keyFrameIntervalMs).toBe(SECOND_MS);
    const times = packets.map(({ timestampMs }) => timestampMs!);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('splits frames into packets that can be reassembled into the clip', () => {
    const packets = run(open('picture'), START + 4 * SECOND_MS);
    expect(Math.max(...packets.map(({ body }) => body.length))).toBe(STANDARD_BODY_BYTES);
    expect(packets.map(({ sequence }) => sequence)).toEqual(packets.map((_, i) => i));
    const received = packets.map((packet) => readPacket(writePacket(packet, 10)));
    expect(received).toEqual(packets);
    const frames = assemble(received);
    const clip = loadClip(2, 'main');
    for (const [i, { isKey, data }] of clip.slice(0, -1).entries()) {
      expect(frames[i]).toMatchObject({ kind: 'video', codec: 'h264', isKey, isDamaged: false });
      expect(Buffer.from(frames[i]!.data).equals(data)).toBe(true);
    }
  });

  it('counts packets to 65535, and then from 0 again', () => {
    const stream = open('sound');
    const seconds = 65_536 / 25 + 1;
    const packets = run(stream, START + seconds * SECOND_MS);
    expect(packets[65_535]!.sequence).toBe(0xffff);
    expect(packets[65_536]!.sequence).toBe(0);
  });

  it('sends nothing while paused, and continues with a key frame', () => {
    const stream = open('picture');
    run(stream, START + 500);
    stream.pause();
    expect(stream.nextAt()).toBe(Number.POSITIVE_INFINITY);
    expect(stream.take(START + 3_000)).toEqual([]);
    stream.resume(START + 3_000);
    const [first] = run(stream, START + 3_100);
    expect(first).toMatchObject({ dataType: 'keyFrame', timestampMs: 3_000 });
  });

  it('switches to the other stream with a key frame', () => {
    const stream = open('picture');
    run(stream, START + 500);
    stream.switchTo('sub');
    const [frame] = assemble(run(stream, START + 1_000)).filter(({ kind }) => kind === 'video');
    expect(Buffer.from(frame!.data).equals(loadClip(2, 'sub')[FRAME_RATE]!.data)).toBe(true);
  });

  it('ends sound and video separately', () => {
    const stream = open('picture', 'sound');
    stream.mute('sound');
    expect(run(stream, START + SECOND_MS).some(({ dataType }) => dataType === 'audio')).toBe(false);
    expect(stream.hasMedia()).toBe(true);
    stream.mute('picture');
    expect(stream.hasMedia()).toBe(false);
    expect(stream.nextAt()).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not send frames that a sleeping machine missed', () => {
    const stream = open('picture');
    run(stream, START + SECOND_MS);
    const packets = stream.take(START + 60 * SECOND_MS);
    expect(packets.filter(startsFrame)).toMatchObject([{ dataType: 'keyFrame', timestampMs: 60 * SECOND_MS }]);
  });

  it('has an audible tone', () => {
    const [frame] = assemble(run(open('sound'), START + 200)).filter(({ kind }) => kind === 'audio');
    expect(frame).toMatchObject({ codec: 'g711a' });
    const samples = [...frame!.data].map(decodeALaw);
    expect(samples).toHaveLength(320);
    expect(Math.max(...samples)).toBeGreaterThan(7_500);
    expect(Math.min(...samples)).toBeLessThan(-7_500);
    // 600 Hz for 40 ms
    const crossings = samples.reduce((count, sample, i) => count + (i > 0 && sample < 0 !== samples[i - 1]! < 0 ? 1 : 0), 0);
    expect(crossings).toBeGreaterThanOrEqual(46);
    expect(crossings).toBeLessThanOrEqual(50);
  });
});

describe('the faults of a stream', () => {
  const packets = run(open('picture', 'sound'), START + 20 * SECOND_MS);
  const arrived = (faults: Parameters<typeof createPacketFaults>[0]) => createPacketFaults(faults, dice('faults'))(packets);

  it('lose packets', () => {
    const share = 1 - arrived({ about: '', loss: 0.1 }).length / packets.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
  });

  it('swap packets with their successors, and lose none', () => {
    const sequences = arrived(STREAM_FAULTS.shuffled).map(({ sequence }) => sequence);
    expect(sequences).not.toEqual(sequences.toSorted((a, b) => a - b));
    expect(sequences.every((sequence, i) => Math.abs(sequence - i) <= 1)).toBe(true);
    expect(sequences.length).toBeGreaterThanOrEqual(packets.length - 1);
  });

  it('contain another SIM number', () => {
    expect(new Set(arrived(STREAM_FAULTS.wrongSim).map(({ sim }) => sim))).toEqual(new Set([STREAM_FAULTS.wrongSim.sim]));
  });

  it('are off by default', () => {
    expect(arrived(STREAM_FAULTS.good)).toEqual(packets);
  });
});
