import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { drained } from '../drained.ts';

const packed = promisify(deflate);

/** The objects of a PDF file (ISO 32000-1, 7.5), written as they come. */
export type PdfFile = {
  /** A number for an object that is written later. */
  reserve(): number;
  /** Writes an object that is no stream. */
  object(number: number, body: string): Promise<void>;
  /** Writes a stream, packed; `entries`: what its dictionary has besides; `filter`: what unpacks what is in it. */
  stream(number: number, entries: string, bytes: Buffer, filter?: string): Promise<void>;
  /** Writes the table of objects. Does not end the stream. */
  end(catalogue: number, info: number): Promise<void>;
};

/** Comment of bytes that are no text, by which programs know that a file is none. */
const BINARY = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);
const OFFSET_DIGITS = 10;

export async function beginPdf(out: Writable): Promise<PdfFile> {
  const offsets: number[] = [];
  let written = 0;
  const write = async (bytes: Buffer) => {
    written += bytes.length;
    if (!out.write(bytes)) await drained(out);
  };
  const begin = (number: number): Buffer => {
    offsets[number - 1] = written;
    return Buffer.from(`${number} 0 obj\n`);
  };
  await write(Buffer.concat([Buffer.from('%PDF-1.7\n'), BINARY]));
  return {
    reserve: () => offsets.push(0),
    object: (number, body) => write(Buffer.concat([begin(number), Buffer.from(`${body}\nendobj\n`)])),
    stream: async (number, entries, bytes, filter) => {
      const content = await packed(bytes);
      const filters = filter === undefined ? '/FlateDecode' : `[/FlateDecode /${filter}]`;
      await write(
        Buffer.concat([
          begin(number),
          Buffer.from(`<< ${entries} /Filter ${filters} /Length ${content.length} >>\nstream\n`),
          content,
          Buffer.from('\nendstream\nendobj\n'),
        ]),
      );
    },
    end: async (catalogue, info) => {
      const start = written;
      const rows = offsets.map((offset) => `${String(offset).padStart(OFFSET_DIGITS, '0')} 00000 n \n`);
      const size = offsets.length + 1;
      await write(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root ${catalogue} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
        ),
      );
    },
  };
}

/** A text outside of pages: titles, dates. */
export const textString = (text: string): string => {
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
};
