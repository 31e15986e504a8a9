import { type Header, LOCATION_BYTES, timeOfBytes } from '@fleetwarden/protocol/jt808';

const TIME_AT = 22;
const LOCATION = 0x0200;
/** Heartbeat, end of registration, time query, registration, authentication: wrong bytes of theirs falsify nothing. */
const HARMLESS: ReadonlySet<number> = new Set([0x0002, 0x0003, 0x0004, 0x0100, 0x0102]);

/** Whether a body is believable although its declared length is wrong. A location must have a time, and whole items to its end. */
export function isBelievableBody({ id, total }: Header, body: Uint8Array): boolean {
  if (total > 0) return false;
  return HARMLESS.has(id) || (id === LOCATION && isWholeLocation(body));
}

function isWholeLocation(body: Uint8Array): boolean {
  if (body.length < LOCATION_BYTES || timeOfBytes(body, TIME_AT) === null) return false;
  let at = LOCATION_BYTES;
  while (at + 2 <= body.length) at += 2 + body[at + 1]!;
  return at === body.length;
}
