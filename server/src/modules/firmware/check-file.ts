import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { CallError } from '@fleetwarden/contract/errors';
import { MIN_FIRMWARE_BYTES } from '@fleetwarden/contract/firmware/firmware-limits';
import { MAX_UNPACKED_BYTES, MAX_UNPACKED_RATIO } from './limits.ts';

/** The digests of a firmware file. */
export type Digests = { readonly sha256: string; readonly md5: string };

/** First bytes of files that are no firmware, in hex, each with the text of its refusal. */
const OTHER_FILES: readonly (readonly [begins: string, key: string])[] = [
  ['89504e470d0a1a0a', 'firmware.isImage'],
  ['ffd8ff', 'firmware.isImage'],
  ['47494638', 'firmware.isImage'],
  ['424d', 'firmware.isImage'],
  ['49492a00', 'firmware.isImage'],
  ['25504446', 'firmware.isDocument'],
  ['d0cf11e0a1b11ae1', 'firmware.isDocument'],
  ['494433', 'firmware.isMedia'],
  ['52494646', 'firmware.isMedia'],
  ['3c21', 'firmware.isDocument'],
  ['3c68746d6c', 'firmware.isDocument'],
  ['3c3f786d6c', 'firmware.isDocument'],
];
const DOCUMENT_PARTS = ['[Content_Types].xml', 'META-INF/container.xml', 'mimetype'];

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const [END_BYTES, ENTRY_BYTES] = [22, 46] as const;
const MAX_COMMENT_BYTES = 0xffff;

const refused = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
  new CallError('validation', key, [{ path: 'file', key, params }]);

/** Reads an uploaded file. Throws CallError validation if it cannot be a firmware. */
export async function checkFirmwareFile(path: string): Promise<{ readonly content: Buffer; readonly digests: Digests }> {
  const file = await open(path);
  let content: Buffer;
  try {
    content = await file.readFile();
  } finally {
    await file.close();
  }
  if (content.length < MIN_FIRMWARE_BYTES) throw refused('firmware.tooSmall', { min: MIN_FIRMWARE_BYTES });
  const start = content.subarray(0, 16).toString('hex');
  const other = OTHER_FILES.find(([begins]) => start.startsWith(begins));
  if (other) throw refused(other[1]);
  // an erased flash
  if (content.every((byte) => byte === content[0])) throw refused('firmware.isBlank');
  checkArchive(content);
  const digest = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  return { content, digests: { sha256: digest('sha256'), md5: digest('md5') } };
}

/** Refuses ZIP files that are office documents, and those that unpack to far more than a firmware. */
function checkArchive(content: Buffer): void {
  let unpacked = 0;
  let entries = 0;
  for (const { name, bytes } of listZipEntries(content)) {
    if (entries++ === 0 && DOCUMENT_PARTS.includes(name)) throw refused('firmware.isDocument');
    unpacked += bytes;
  }
  if (unpacked > MAX_UNPACKED_BYTES || unpacked > content.length * MAX_UNPACKED_RATIO) throw refused('firmware.isBomb');
}

/** The entries that a ZIP file's directory declares; none for other files. */
function* listZipEntries(content: Buffer): Generator<{ readonly name: string; readonly bytes: number }> {
  const end = findEndOfDirectory(content);
  if (end === undefined) return;
  for (let at = content.readUInt32LE(end + 16); at + ENTRY_BYTES <= end; ) {
    if (content.readUInt32LE(at) !== DIRECTORY_ENTRY) return;
    const nameBytes = content.readUInt16LE(at + 28);
    const name = content.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    yield { name, bytes: content.readUInt32LE(at + 24) };
    at += ENTRY_BYTES + nameBytes + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
}

function findEndOfDirectory(content: Buffer): number | undefined {
  const first = Math.max(0, content.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = content.length - END_BYTES; at >= first; at--) if (content.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  return undefined;
}
