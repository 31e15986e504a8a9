import { CodecError } from '../../codec/index.ts';
import { LOCATION_BYTES } from '../location.ts';
import { type MessageId, messages } from './table.ts';

/**
 * The shortest body of each terminal message with fixed fields, over all revisions (JT/T 808-2011, -2013, -2019 chapter 8;
 * JT/T 1078-2016 chapter 5). Messages without a row may be empty.
 */
export const MIN_BODY_BYTES: ReadonlyMap<number, number> = new Map([
  // serial and id of the command, result
  [0x0001, 5],
  // serial and count
  [0x0005, 3],
  // the 2011 form without a plate
  [0x0100, 25],
  // serial and count
  [0x0104, 3],
  // the 2013 form with empty versions
  [0x0107, 48],
  // upgrade type and result
  [0x0108, 2],
  [0x0200, LOCATION_BYTES],
  // serial of the command before the location
  [0x0201, 2 + LOCATION_BYTES],
  // event
  [0x0301, 1],
  // serial and answer
  [0x0302, 3],
  // kind and action
  [0x0303, 2],
  [0x0500, 2 + LOCATION_BYTES],
  // kind and count
  [0x0608, 5],
  // serial and command
  [0x0700, 3],
  // length
  [0x0701, 4],
  // the 2013 form: action and time
  [0x0702, 7],
  // count and kind
  [0x0704, 3],
  // count and time
  [0x0705, 7],
  // file id, kind, format, event and channel
  [0x0800, 8],
  [0x0801, 8],
  // serial and count
  [0x0802, 4],
  // serial and result
  [0x0805, 3],
  // kind
  [0x0900, 1],
  // length
  [0x0901, 4],
  // exponent
  [0x0a00, 4],
  [0x1003, 10],
  // start, end, and two counts
  [0x1005, 16],
  // serial and count
  [0x1205, 6],
  // serial and result
  [0x1206, 3],
  // terminal id, identification, alarm number, kind and count
  [0x1210, 57],
  // empty name, kind and size
  [0x1211, 6],
  [0x1212, 6],
]);

/** Throws CodecError if a body is shorter than its message may be. */
export function checkMinBody(id: number, body: Uint8Array): void {
  const min = MIN_BODY_BYTES.get(id) ?? 0;
  if (body.length >= min) return;
  const name = id in messages ? messages[id as MessageId][0] : `message 0x${id.toString(16).padStart(4, '0')}`;
  throw new CodecError(`${name}: needs ${min} bytes, ${body.length} left`);
}
