import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { TableFileError } from './table-file-error.ts';

/** The strictest first: other encodings are hardly ever valid UTF-8. GB18030 includes GBK and GB 2312. */
const ENCODINGS = ['utf-8', 'gb18030'];
/** Encodings by byte order mark. */
const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** Other text formats by their first characters. */
const NOT_CSV = /^\s*(<(!doctype|html|\?xml|table|meta|style)\b|\{\\rtf|%PDF-)/i;

/** Streams the text of a csv file without its byte order mark. `head` is its first bytes. Throws TableFileError. */
export async function* decodeCsvText(path: string, head: Buffer): AsyncGenerator<string> {
  const encoding = await detectEncoding(path, head);
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

async function detectEncoding(path: string, head: Buffer): Promise<string> {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => head[at] === byte));
  const possible = marked ? [marked[1]] : ENCODINGS;
  const decoders = new Map(possible.map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]));
  let isBinary = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    isBinary ||= !marked && chunk.includes(0);
    dropFailedDecoders(decoders, chunk);
    if (decoders.size === 0) break;
  }
  dropFailedDecoders(decoders, undefined);
  const found = possible.find((encoding) => decoders.has(encoding));
  if (isBinary) throw new TableFileError('notTable');
  if (found === undefined) throw new TableFileError('encoding');
  return found;
}

/** Removes decoders that reject the chunk, or the end of the text. */
function dropFailedDecoders(decoders: Map<string, TextDecoder>, chunk: Buffer | undefined): void {
  for (const [encoding, decoder] of decoders) {
    try {
      if (chunk) decoder.decode(chunk, { stream: true });
      else decoder.decode();
    } catch {
      decoders.delete(encoding);
    }
  }
}
