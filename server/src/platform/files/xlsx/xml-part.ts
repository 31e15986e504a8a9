import type { Archive } from './archive.ts';
import { damaged } from './archive.ts';
import { type XmlEvents, XmlScanner } from './xml-scanner.ts';

/** Scans a part; `events` are told as it is read, and a step is given after each piece so that what came may be passed on. Throws TableFileError. */
export async function* scanned(archive: Archive, part: string, maxBytes: number, events: XmlEvents): AsyncGenerator<void> {
  const scanner = new XmlScanner(events);
  try {
    for await (const piece of archive.text(part, maxBytes)) {
      scanner.write(piece);
      yield;
    }
    scanner.end();
  } catch (error) {
    damaged(error);
  }
}

/** Scans a part to its end. */
export async function scan(archive: Archive, part: string, maxBytes: number, events: Partial<XmlEvents>): Promise<void> {
  for await (const _ of scanned(archive, part, maxBytes, { ...NOTHING, ...events }));
}

const NOTHING: XmlEvents = { open: () => undefined, close: () => undefined, text: () => undefined };
