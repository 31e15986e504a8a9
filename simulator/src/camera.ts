import { readFileSync } from 'node:fs';

const PICTURE = readFileSync(new URL('./camera.jpg', import.meta.url));
/** Start marker of a JPEG, which must come first. */
const START_BYTES = 2;
const COMMENT = [0xff, 0xfe] as const;

/** A photo of a road, with a comment that makes the file unique. */
export function photograph(remark: string): Uint8Array {
  const text = Buffer.from(remark, 'utf8');
  const length = Buffer.from([...COMMENT, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return Buffer.concat([PICTURE.subarray(0, START_BYTES), length, text, PICTURE.subarray(START_BYTES)]);
}
