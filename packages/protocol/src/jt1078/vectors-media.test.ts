import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import {
  FrameAssembler,
  H264_NAL,
  h264NalType,
  type MediaFrame,
  PacketFramer,
  readPacket,
  readSps,
  type SpsInfo,
  type StreamPacket,
  splitNals,
  writePacket,
} from './index.ts';

// Public recordings outside the repository; their SIM numbers are real and they are not committed.
const FOLDER = new URL('../../../../../shared/vectors/', import.meta.url);
const isPresent = existsSync(new URL('media/manifest.json', FOLDER));
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, FOLDER)));

type Item = {
  file: string;
  packets?: number;
  sims: string[];
  channels: number[];
  seqFirst: number;
  seqLast: number;
  tsFirst: number;
  tsLast: number;
  payloadTypes: Record<string, number>;
  dataTypes: Record<string, number>;
  subpackage: Record<string, number>;
  h264NalTypes: Record<string, number>;
  videoElementaryStream: string;
  audioElementaryStream?: string;
};
const items: Item[] = isPresent ? JSON.parse(readFileSync(new URL('media/manifest.json', FOLDER), 'utf8')).items : [];

/** Sizes by the sources' descriptions: CIF and D1. */
const SPS: Record<string, SpsInfo> = {
  'media/smallchi-jt1078_1.bin': { width: 352, height: 288, codecString: 'avc1.4d0014' },
  'media/smallchi-jt1078_2.bin': { width: 352, height: 288, codecString: 'avc1.4d0014' },
  'media/go-jt808-audio_data.bin': { width: 720, height: 576, codecString: 'avc1.64001e', frameMs: 1_001 / 24 },
};

const count = (values: readonly number[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
const DATA_TYPES = ['keyFrame', 'predictedFrame', 'bidirectionalFrame', 'audio', 'transparent'];
const PARTS = ['whole', 'first', 'last', 'middle'];
const streamOf = (frames: readonly MediaFrame[], kind: string): Uint8Array =>
  new Uint8Array(Buffer.concat(frames.filter((frame) => frame.kind === kind).map((frame) => frame.data)));

/** Packets of a recording, sent in chunks of some size. */
function read(bytes: Uint8Array, chunkBytes: number): { packets: StreamPacket[]; bad: string[] } {
  const framer = new PacketFramer();
  const packets: StreamPacket[] = [];
  const bad: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    framer.push(
      bytes.subarray(at, at + chunkBytes),
      (packet) => packets.push(packet),
      (reason) => bad.push(reason),
    );
  }
  expect(framer.pending).toBe(0);
  return { packets, bad };
}

describe.skipIf(!isPresent)('recorded streams', () => {
  for (const item of items.filter((each) => each.packets !== undefined)) {
    const bytes = bytesOf(item.file);
    it(`${item.file} has the packets of the manifest, in chunks of any size, and is re-encoded identically`, () => {
      const { packets, bad } = read(bytes, 65_536);
      expect(bad).toEqual([]);
      expect(packets).toHaveLength(item.packets!);
      for (const size of [1, 977]) expect(read(bytes, size).packets).toEqual(packets);
      expect(new Set(packets.map((packet) => packet.sim.padStart(12, '0')))).toEqual(new Set(item.sims));
      expect(new Set(packets.map((packet) => packet.channel))).toEqual(new Set(item.channels));
      expect([packets[0]!.sequence, packets.at(-1)!.sequence]).toEqual([item.seqFirst, item.seqLast]);
      expect([packets[0]!.timestampMs, packets.at(-1)!.timestampMs]).toEqual([item.tsFirst, item.tsLast]);
      expect(count(packets.map((packet) => packet.payloadType))).toEqual(item.payloadTypes);
      expect(count(packets.map((packet) => DATA_TYPES.indexOf(packet.dataType)))).toEqual(item.dataTypes);
      expect(count(packets.map((packet) => PARTS.indexOf(packet.part)))).toEqual(item.subpackage);
      const written = new Uint8Array(Buffer.concat(packets.map((packet) => writePacket(packet))));
      expect(Buffer.compare(written, bytes)).toBe(0);
    });

    it(`${item.file} contains its elementary streams byte for byte`, () => {
      const assembler = new FrameAssembler();
      const frames = [...read(bytes, 4096).packets.flatMap((packet) => assembler.push(packet)), ...assembler.flush()];
      expect(frames.some((frame) => frame.isDamaged)).toBe(false);
      expect(assembler.lostPackets).toBe(0);
      const video = streamOf(frames, 'video');
      expect(Buffer.compare(video, bytesOf(item.videoElementaryStream))).toBe(0);
      if (item.audioElementaryStream !== undefined) {
        expect(Buffer.compare(streamOf(frames, 'audio'), bytesOf(item.audioElementaryStream))).toBe(0);
      }
      const nals = splitNals(video);
      expect(count(nals.map(h264NalType))).toEqual(item.h264NalTypes);
      expect(frames.filter((frame) => frame.isKey)).toHaveLength(item.h264NalTypes[H264_NAL.idr]!);
      const sps = readSps(nals.find((nal) => h264NalType(nal) === H264_NAL.sps)!);
      expect(sps).toEqual(SPS[item.file]);
    });
  }
});

type Vector = {
  hex: string;
  name?: string;
  kind: string;
  validation: Record<string, unknown>;
};
const FILES = ['go-jt808-jt1078.json', 'smallchi-jt1078.json', 'traccar-jt1078.json'];

for (const file of FILES) {
  const vectors: Vector[] = isPresent ? JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')).items : [];
  describe.skipIf(!isPresent)(file, () => {
    for (const [i, vector] of vectors.entries()) {
      it(`[${i}] ${vector.name ?? vector.kind}`, () => {
        const bytes = Uint8Array.from(Buffer.from(vector.hex, 'hex'));
        const said = vector.validation;
        if (said['ok'] !== true || !vector.hex.startsWith('30316364')) {
          expect(() => readPacket(bytes)).toThrow();
          return;
        }
        const packet = readPacket(bytes);
        const width = said['idLen'] as 6 | 10;
        expect({
          marker: Number(packet.marker),
          payloadType: packet.payloadType,
          seq: packet.sequence,
          sim: packet.sim.padStart(width * 2, '0'),
          channel: packet.channel,
          dataType: DATA_TYPES.indexOf(packet.dataType),
          subpackage: PARTS.indexOf(packet.part),
          bodyLen: packet.body.length,
        }).toEqual({
          marker: said['marker'],
          payloadType: said['payloadType'],
          seq: said['seq'],
          sim: said['sim'],
          channel: said['channel'],
          dataType: said['dataType'],
          subpackage: said['subpackage'],
          bodyLen: said['bodyLen'],
        });
        if (packet.timestampMs !== null) expect(packet.timestampMs).toBe(said['timestamp']);
        if (packet.keyFrameIntervalMs !== null) expect(packet.keyFrameIntervalMs).toBe(said['lastIFrameInterval']);
        if (packet.frameIntervalMs !== null) expect(packet.frameIntervalMs).toBe(said['lastFrameInterval']);
        expect(toHex(writePacket(packet, width))).toBe(vector.hex);
      });
    }
  });
}
