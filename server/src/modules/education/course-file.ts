import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { COURSE_FILES, COVER_FILES, MAX_COVER_BYTES } from '@fleetwarden/contract/education/education-limits';
import { CallError } from '@fleetwarden/contract/errors';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { UploadedFile } from '../../platform/http/upload.ts';

type Signature = readonly [extension: string, offset: number, bytes: string];

/** First bytes of the file types of courses, as Latin-1. */
const SIGNATURES: readonly Signature[] = [
  ['pdf', 0, '%PDF-'],
  ['mp4', 4, 'ftyp'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpg', 0, '\xff\xd8\xff'],
];
const HEAD_BYTES = 16;

/** Stores an uploaded file under a name of the server's. Throws CallError validation if its content is no type of the course's kind. A cover is a small picture. */
export async function storeCourseFile(
  files: Pick<SignedFiles, 'create'>,
  kind: number | 'cover',
  file: UploadedFile,
): Promise<{ id: string; name: string }> {
  if (kind === 'cover' && file.bytes > MAX_COVER_BYTES) throw new CallError('tooLarge', `${file.bytes} bytes`);
  const types: readonly string[] = kind === 'cover' ? COVER_FILES : (COURSE_FILES[kind] ?? []);
  const type = await readType(file.path);
  if (type === undefined || !types.includes(type))
    throw new CallError('validation', 'course file', [
      { path: 'file', key: 'education.fileType', params: { types: types.join(', ') } },
    ]);
  // the name is shown and downloaded: its ending is that of the content
  const name = `${file.name.replace(/\.[^.]*$/, '') || 'course'}.${type}`;
  const { id } = await files.create(name, async (stream) => {
    await pipeline(createReadStream(file.path), stream, { end: false });
  });
  return { id, name };
}

async function readType(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    return SIGNATURES.find(([, offset, bytes]) => head.startsWith(bytes, offset))?.[0];
  } finally {
    await file.close();
  }
}
