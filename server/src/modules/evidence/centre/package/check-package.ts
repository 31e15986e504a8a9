import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { CallReply } from '@fleetwarden/contract/call';
import type { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { PACK_FAULTS } from '@fleetwarden/contract/evidence/schemas';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { hashStream } from '../../../../platform/files/hash-stream.ts';
import { MAX_FAULTS, MAX_MANIFEST_BYTES, MAX_PACK_ENTRIES } from '../../limits.ts';
import { COMMENT_BYTES, containerText, MANIFEST, MANIFEST_SIGNATURE, Manifest, type PackageKeys } from './manifest.ts';

type Verdict = CallReply<typeof evidenceCalls.checkEvidencePack>;
type Fault = { readonly file: string; readonly fault: (typeof PACK_FAULTS)[number] };

const refused = (fault: Fault['fault']): Verdict => ({
  intact: false,
  faults: [{ file: '', fault }],
  files: 0,
  alarms: 0,
  createdAt: null,
  username: '',
});

/**
 * Checks a package that this platform exported: signature, hash of every file, and the bytes around them. Nothing is inflated
 * before the manifest is known to be ours, and then no more than it states.
 */
export async function checkPackage(path: string, bytes: number, keys: PackageKeys): Promise<Verdict> {
  const zip = await openPromise(path, { autoClose: false }).catch(ignoreDamage);
  if (!zip) return refused('notPack');
  try {
    if (zip.entryCount > MAX_PACK_ENTRIES) return refused('tooLarge');
    const entries = await readDirectory(zip).catch(ignoreDamage);
    if (!entries) return refused('damaged');
    const [text, signature] = [
      await readSmall(zip, entries.get(MANIFEST)),
      await readSmall(zip, entries.get(MANIFEST_SIGNATURE)),
    ];
    if (!text || !signature) return refused('notPack');
    if (!keys.verify(text, signature.toString('latin1'))) return refused('badSignature');
    const manifest = Manifest.parse(JSON.parse(text.toString()));
    const faults: Fault[] = [];
    for (const file of manifest.files) {
      const fault = await checkFile(zip, entries.get(file.name), file);
      if (fault) faults.push({ file: file.name, fault });
    }
    const known = new Set([...manifest.files.map(({ name }) => name), MANIFEST, MANIFEST_SIGNATURE]);
    for (const name of entries.keys()) if (!known.has(name)) faults.push({ file: name, fault: 'added' });
    if (entries.size < zip.entryCount) faults.push({ file: '', fault: 'added' });
    const container = zip.comment.length === COMMENT_BYTES && (await hashStart(path, bytes - COMMENT_BYTES));
    if (!container || !keys.verify(containerText(container), zip.comment)) faults.push({ file: '', fault: 'container' });
    const { createdAt, username, alarmGids, files } = manifest;
    return {
      intact: faults.length === 0,
      faults: faults.slice(0, MAX_FAULTS),
      files: files.length,
      alarms: alarmGids.length,
      createdAt,
      username,
    };
  } finally {
    zip.close();
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

/** undefined: it is missing, too large or damaged. */
async function readSmall(zip: ZipFile, entry: Entry | undefined): Promise<Buffer | undefined> {
  if (!entry || entry.uncompressedSize > MAX_MANIFEST_BYTES) return undefined;
  const chunks: Buffer[] = [];
  const fault = await readEntry(zip, entry, MAX_MANIFEST_BYTES, (chunk) => void chunks.push(chunk));
  return fault ? undefined : Buffer.concat(chunks);
}

async function checkFile(
  zip: ZipFile,
  entry: Entry | undefined,
  file: Manifest['files'][number],
): Promise<Fault['fault'] | undefined> {
  if (!entry) return 'missing';
  if (entry.uncompressedSize !== file.bytes) return 'changed';
  const hash = createHash('sha256');
  const fault = await readEntry(zip, entry, file.bytes, (chunk) => void hash.update(chunk));
  return fault ?? (hash.digest('hex') === file.sha256 ? undefined : 'changed');
}

/** Streams an entry of at most `maxBytes`. yauzl checks the size, and we the CRC. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  maxBytes: number,
  take: (chunk: Buffer) => void,
): Promise<'damaged' | 'changed' | undefined> {
  let [bytes, sum] = [0, 0];
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return 'changed';
      sum = crc32(chunk, sum);
      take(chunk);
    }
  } catch (error) {
    ignoreDamage(error);
    return 'damaged';
  }
  return sum === entry.crc32 ? undefined : 'changed';
}

const hashStart = async (path: string, bytes: number): Promise<string> =>
  (await hashStream(createReadStream(path, { end: bytes - 1 }))).toString('hex');

/** Errors of the zip; those of the system are thrown. */
function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof Error) || 'syscall' in error) throw error;
}
