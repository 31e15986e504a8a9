import { bcd, NO_PARENT, struct, u16, Writer } from '../codec/index.ts';
import { digitsOfTime } from './time.ts';

const FIRST_TIMED = 0x08;

/** Whether a command of the driving recorder (GB/T 19056-2012) collects what is of a time. */
export const asksForTime = (command: number): boolean => command >= FIRST_TIMED;

/** A time range (UTC epoch ms) and the most blocks to return. */
export type RecorderSpan = { readonly startAt: number; readonly endAt: number; readonly most: number };

const REQUEST = 0xaa75;
const ANSWER = 0x557a;
const HEAD_BYTES = 6;

/** The recorder's own frame, as 0x8700 and 0x0700 carry it: start, command, length, a reserved byte, data, exclusive or of all. */
function frame(start: number, command: number, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(HEAD_BYTES + data.length + 1);
  block.set([start >> 8, start & 0xff, command, data.length >> 8, data.length & 0xff, 0]);
  block.set(data, HEAD_BYTES);
  block[block.length - 1] = block.reduce((sum, byte) => sum ^ byte, 0);
  return block;
}

const Span = struct({ start: bcd(6), end: bcd(6), most: u16 });

/** The request for the data of a command, with a time range if the command has one. Times on the wire are GMT+8. */
export function recorderRequest(command: number, span: RecorderSpan | null): Uint8Array {
  const w = new Writer(2013);
  if (span) Span.write({ start: digitsOfTime(span.startAt), end: digitsOfTime(span.endAt), most: span.most }, w, NO_PARENT);
  return frame(REQUEST, command, w.done());
}

/** The frame that sets a parameter. */
export const recorderSetting = (command: number, data: Uint8Array): Uint8Array => frame(REQUEST, command, data);

/** The recorder's answer. */
export const recorderAnswer = (command: number, data: Uint8Array): Uint8Array => frame(ANSWER, command, data);

type Block = { readonly command: number; readonly data: Uint8Array };

/** Parses an answer; null if it is incomplete or no answer. */
export const readRecorderAnswer = (block: Uint8Array): Block | null => parse(ANSWER, block);

/**
 * Parses an answer of several frames of one command, which some terminals send for long memories: their data joined. Null if one is
 * incomplete or no answer.
 */
export function readRecorderAnswers(block: Uint8Array): Block | null {
  const blocks: Block[] = [];
  for (let at = 0; at < block.length; ) {
    const end = at + HEAD_BYTES + ((block[at + 3]! << 8) | block[at + 4]!) + 1;
    const one = readRecorderAnswer(block.subarray(at, end));
    if (!one || (blocks[0] && blocks[0].command !== one.command)) return null;
    blocks.push(one);
    at = end;
  }
  const [first, ...more] = blocks;
  if (!first || more.length === 0) return first ?? null;
  const data = new Uint8Array(blocks.reduce((sum, each) => sum + each.data.length, 0));
  let at = 0;
  for (const each of blocks) {
    data.set(each.data, at);
    at += each.data.length;
  }
  return { command: first.command, data };
}

/** Parses a request or a setting; null if it is incomplete or none. */
export const readRecorderRequest = (block: Uint8Array): Block | null => parse(REQUEST, block);

function parse(start: number, block: Uint8Array): Block | null {
  const length = block.length - HEAD_BYTES - 1;
  if (length < 0 || ((block[0]! << 8) | block[1]!) !== start || ((block[3]! << 8) | block[4]!) !== length) return null;
  // the sum of all with their own is none
  if (block.reduce((sum, byte) => sum ^ byte, 0) !== 0) return null;
  return { command: block[2]!, data: block.subarray(HEAD_BYTES, HEAD_BYTES + length) };
}
