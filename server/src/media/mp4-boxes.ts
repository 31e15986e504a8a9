import { type AacConfig, aacConfigBits } from '@fleetwarden/protocol/jt1078';
import type { VideoConfig } from './codec-config.ts';

/** Boxes of ISO/IEC 14496-12. */

/** 1.0 as 16.16, and the unity matrix. */
export const ONE = 0x00010000;
export const MATRIX = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000];
const DPI_72 = 0x00480000;

export const concat = (parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
export const u32 = (...values: number[]): Buffer => u32List(values);
/** For lists that are too long to be arguments. */
export function u32List(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value >>> 0, i * 4);
  });
  return bytes;
}
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => {
    bytes.writeUInt16BE(value, i * 2);
  });
  return bytes;
}
export const zeros = (count: number): Buffer => Buffer.alloc(count);

export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = concat(parts);
  return concat([u32(body.length + 8), ascii(type), body]);
}
/** A box with version 0 and flags. */
export const fullBox = (type: string, flags: number, ...parts: Uint8Array[]): Buffer => box(type, u32(flags), ...parts);

/** The sample entry of video. */
export function videoEntry({ format, record, recordBox, width, height }: VideoConfig): Buffer {
  return box(
    format,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(DPI_72, DPI_72, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box(recordBox, record),
  );
}

const descriptor = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = concat(parts);
  return concat([Uint8Array.of(tag, body.length), body]);
};

/** The sample entry of AAC, with the descriptors of ISO/IEC 14496-1 7.2.6. */
export function aacEntry(config: AacConfig): Buffer {
  const { channels, rateHz } = config;
  const decoder = descriptor(4, Uint8Array.of(0x40, 0x15, 0, 0, 0), u32(0, 0), descriptor(5, u16(aacConfigBits(config))));
  const esds = fullBox('esds', 0, descriptor(3, u16(1), zeros(1), decoder, descriptor(6, Uint8Array.of(2))));
  // 16.16: a higher rate is in the descriptor only
  return box('mp4a', zeros(6), u16(1), zeros(8), u16(channels, 16, 0, 0), u32((rateHz & 0xffff) * 2 ** 16), esds);
}
