import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { CallError, type FieldFault, fieldTexts } from '@fleetwarden/contract/errors';
import type { FastifyRequest } from 'fastify';
import { FORM_OVERHEAD_BYTES, MAX_BODY_BYTES, MAX_FIELD_PATH, MAX_FILE_NAME, MAX_FORM_FIELDS } from './limits.ts';
import type { StoredUpload, Uploads } from './uploads.ts';

/** An uploaded file on disk under a generated name. Deleted when the handler ends. */
export type UploadedFile = {
  readonly path: string;
  /** The caller's file name, cleaned and cut: for display only, never for opening. */
  readonly name: string;
  readonly bytes: number;
  /** Moves the file to where it survives the call, for two days at most; resolves to its new path. */
  readonly keep: StoredUpload['keep'];
};

/** An upload form: the unvalidated envelope, and the file. */
export type UploadForm = {
  readonly body: Readonly<Record<string, unknown>>;
  /** undefined: no file was sent. */
  readonly file: (UploadedFile & Pick<StoredUpload, 'discard'>) | undefined;
};

/** Reads an upload form and stores its file. Throws CallError validation and then leaves no file. */
export async function readUpload(request: FastifyRequest, uploads: Uploads, maxBytes: number): Promise<UploadForm> {
  if (!request.isMultipart()) throw refused('', fieldTexts.notForm);
  const most = maxBytes + MAX_BODY_BYTES + FORM_OVERHEAD_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(maxBytes);
  const body: Record<string, unknown> = {};
  let file: UploadForm['file'];
  try {
    const limits = { fileSize: maxBytes, files: 1, fields: MAX_FORM_FIELDS, fieldSize: MAX_BODY_BYTES, headerPairs: 20 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = await readFile(part, uploads, maxBytes);
      else readField(part, body);
    }
    return { body, file };
  } catch (error) {
    await file?.discard();
    throw formFault(error);
  } finally {
    drain(request);
  }
}

async function readFile(part: MultipartFile, uploads: Uploads, maxBytes: number): Promise<UploadForm['file']> {
  if (part.fieldname !== 'file') throw refused(part.fieldname, fieldTexts.unknown);
  const stored = await uploads.store(part.file);
  if (part.file.truncated) {
    await stored.discard();
    throw tooLarge(maxBytes);
  }
  // Browsers send an empty file if none was chosen.
  if (stored.bytes === 0) {
    await stored.discard();
    return undefined;
  }
  return { ...stored, name: cleanName(part.filename) };
}

function readField(part: MultipartValue, body: Record<string, unknown>): void {
  const { fieldname, value } = part;
  if (fieldname !== 'data' && fieldname !== 'sign') throw refused(fieldname, fieldTexts.unknown);
  if (fieldname in body) throw refused(fieldname, fieldTexts.invalid);
  if (part.fieldnameTruncated || part.valueTruncated) throw refused(fieldname, 'error.tooLarge');
  body[fieldname] = fieldname === 'data' && typeof value === 'string' ? parseData(value) : value;
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new SyntaxError(key);
      return value;
    });
  } catch {
    throw refused('data', fieldTexts.notJson);
  }
}

/** Form errors are the caller's fault; disk errors are ours. */
function formFault(error: unknown): unknown {
  if (error instanceof CallError || (error as NodeJS.ErrnoException).syscall !== undefined) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT') return refused('file', fieldTexts.oneFile);
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return refused('data', fieldTexts.notJson);
  return refused('', fieldTexts.notForm);
}

/** Discards the rest of a body: clients read the reply only after sending everything. */
function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
}

/** Cleans a name for display: no folders, no invisible or direction characters, limited length. */
export function cleanName(sent: string | undefined): string {
  const name = (sent ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...name].slice(0, MAX_FILE_NAME).join('');
}

const KIB = 1024;

/** Formats 10485760 as '10 MB'. */
function sizeText(bytes: number): string {
  const [unit, name] = bytes >= KIB * KIB ? [KIB * KIB, 'MB'] : bytes >= KIB ? [KIB, 'KB'] : [1, 'B'];
  return `${Math.floor(bytes / unit)} ${name}`;
}

const refused = (path: string, key: string, params: FieldFault['params'] = {}) =>
  new CallError('validation', key, [{ path: path.slice(0, MAX_FIELD_PATH), key, params }]);
const tooLarge = (maxBytes: number) => refused('file', fieldTexts.fileTooLarge, { max: sizeText(maxBytes) });

/** Throws CallError validation if the form has no file. */
export function requireFile(file: UploadForm['file']): NonNullable<UploadForm['file']> {
  if (!file) throw refused('file', fieldTexts.required);
  return file;
}
