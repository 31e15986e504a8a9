import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { TableFileError } from './table-file-error.ts';

/**
 * The encodings csv files come in, the strictest first: bytes that are right UTF-8 are hardly ever meant otherwise.
 * GB18030 holds GBK and GB 2312.
 */
const ENCODINGS = ['utf-8', 'gb18030'];
/** Encodings told by their byte order mark. */
const MARKED: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** How files of other kinds begin that consist of text. */
const NOT_CSV = /^\s*(<(!doctype|html|\?xml|table|meta|style)\b|\{\\rtf|%PDF-)/i;

/** The text of a csv file piece by piece, without its byte order mark. `head`: the file's first bytes. Throws TableFileError. */
export async function* csvText(path: string, head: Buffer): AsyncGenerator<string> {
  const encoding = await encodingOf(path, head);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let first = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (first && NOT_CSV.test(text)) throw new TableFileError('notTable');
    if (text.includes('\0')) throw new TableFileError('notTable');
    first = false;
    yield text;
  }
}

async function encodingOf(path: string, head: Buffer): Promise<string> {
  const marked = MARKED.find(([mark]) => mark.every((byte, at) => head[at] === byte));
  const possible = marked ? [marked[1]] : ENCODINGS;
  const decoders = new Map(possible.map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]));
  let binary = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    binary ||= !marked && chunk.includes(0);
    decodable(decoders, chunk);
    if (decoders.size === 0) break;
  }
  decodable(decoders, undefined);
  const found = possible.find((encoding) => decoders.has(encoding));
  if (binary) throw new TableFileError('notTable');
  if (found === undefined) throw new TableFileError('encoding');
  return found;
}

/** Drops the decoders that refuse the chunk, or the end of the text. */
function decodable(decoders: Map<string, TextDecoder>, chunk: Buffer | undefined): void {
  for (const [encoding, decoder] of decoders) {
    try {
      if (chunk) decoder.decode(chunk, { stream: true });
      else decoder.decode();
    } catch {
      decoders.delete(encoding);
    }
  }
}
