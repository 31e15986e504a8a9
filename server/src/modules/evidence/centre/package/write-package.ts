import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { putStream } from '../../../../platform/files/xlsx/put-stream.ts';
import { createZipWriter, type WriteChunk } from '../../../../platform/files/xlsx/zip-writer.ts';
import {
  COMMENT_BYTES,
  containerText,
  MANIFEST,
  MANIFEST_SIGNATURE,
  type Manifest,
  type PackageKeys,
  PUBLIC_KEY,
} from './manifest.ts';
import type { PackFile } from './pack-files.ts';
import { writeList, writeSheet } from './package-lists.ts';
import type { PackageTexts } from './package-texts.ts';
import type { PackageMeta, PackedAlarm, WrittenAlarm, WrittenFile } from './packed-alarm.ts';
import { createSheetPictures } from './sheet-pictures.ts';

/** Files are compressed already. */
const STORED = 0;
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu;

/** Writes a package with backpressure: of files, at most one picture is in memory. Does not end the stream. Resolves to its bytes. */
export async function writePackage(
  stream: Writable,
  alarms: readonly PackedAlarm[],
  options: {
    readonly open: (file: PackFile) => Promise<Readable | undefined>;
    readonly keys: PackageKeys;
    readonly meta: PackageMeta;
    readonly texts: PackageTexts;
    readonly signal: AbortSignal;
    readonly progress: (bytes: number) => void;
  },
): Promise<number> {
  const { keys, meta, texts, signal, progress } = options;
  const container = createHash('sha256');
  const zip = createZipWriter(stream, texts.clock(meta.createdAt), (bytes) => container.update(bytes));
  const files: Manifest['files'] = [];
  let read = 0;
  const pictures = createSheetPictures(options.open);

  const write = async (name: string, fill: (put: WriteChunk) => Promise<unknown>, level?: number) => {
    const hash = createHash('sha256');
    let bytes = 0;
    const put =
      (next: WriteChunk): WriteChunk =>
      (part) => {
        signal.throwIfAborted();
        hash.update(part);
        bytes += Buffer.byteLength(part);
        return next(part);
      };
    await zip.writeEntry(name, async (next) => void (await fill(put(next))), level);
    const written = { name, bytes, sha256: hash.digest('hex') };
    files.push(written);
    return written;
  };

  const writeFile = async (folder: string, file: PackFile, no: number): Promise<WrittenFile> => {
    const path = `${folder}/${String(no).padStart(2, '0')}.${file.extension}`;
    const content = await options.open(file);
    if (!content) return { path, bytes: file.bytes, sha256: file.sha256 ?? '', check: 'missing' };
    const picture = pictures.begin(folder, file);
    const copy = async (put: WriteChunk) => {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        await put(chunk);
        picture?.take(chunk);
        read += chunk.length;
        progress(read);
      }
    };
    const { bytes, sha256 } = await write(path, copy, STORED);
    if (sha256 !== file.sha256) return { path, bytes, sha256, check: 'different' };
    return { path, bytes, sha256, check: 'same', picture: picture?.end() };
  };

  const writeAlarm = async (alarm: PackedAlarm, no: number): Promise<WrittenAlarm> => {
    const { row, info, address, note, lockReason } = alarm;
    const folder = [String(no).padStart(3, '0'), row.carNo, texts.formatStamp(row.vtime), row.subTypeName]
      .join('_')
      .replaceAll(NOT_IN_NAMES, '_');
    const own: WrittenFile[] = [];
    for (const [at, file] of alarm.files.entries()) own.push(await writeFile(folder, file, at + 1));
    const received = alarm.files.map(({ name, kind, received_at, sha256 }, at) => {
      const { picture: _shown, ...file } = own[at]!;
      return { ...file, receivedAs: name, kind, receivedAt: received_at, receivedSha256: sha256 };
    });
    const json = { alarm: row, address, info, note, lockReason, history: await alarm.history(), files: received };
    await write(`${folder}/alarm.json`, (put) => put(JSON.stringify(json, null, 2)));
    return { row, address, note, lockReason, files: own };
  };

  const written: WrittenAlarm[] = [];
  for (const [at, alarm] of alarms.entries()) written.push(await writeAlarm(alarm, at + 1));
  await write(`${texts.say('list')}.xlsx`, (put) => putStream(put, (to) => writeList(to, written, texts)));
  await write(`${texts.say('sheet')}.pdf`, (put) => putStream(put, (to) => writeSheet(to, written, meta, texts, signal)));
  await write(PUBLIC_KEY, (put) => put(keys.publicKey));

  const { platform, createdAt, username } = meta;
  const alarmGids = alarms.map(({ row }) => row.alarmGid);
  const manifest: Manifest = { format: 'fleetwarden-evidence-1', platform, createdAt, username, alarmGids, files };
  const text = Buffer.from(JSON.stringify(manifest, null, 2));
  await zip.writeEntry(MANIFEST, (put) => put(text));
  await zip.writeEntry(MANIFEST_SIGNATURE, (put) => put(keys.sign(text)));
  const bytes = await zip.end(COMMENT_BYTES);
  stream.write(keys.sign(containerText(container.digest('hex'))));
  return bytes;
}
