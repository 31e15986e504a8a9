import type { Archive } from './archive.ts';
import { throwAsDamaged } from './archive.ts';
import { type XmlEvents, XmlScanner } from './xml-scanner.ts';

/** Scans a part and yields after each chunk, so that the caller can pass rows on. Throws TableFileError. */
export async function* scanPart(archive: Archive, part: string, maxBytes: number, events: XmlEvents): AsyncGenerator<void> {
  const scanner = new XmlScanner(events);
  try {
    for await (const chunk of archive.text(part, maxBytes)) {
      scanner.write(chunk);
      yield;
    }
    scanner.end();
  } catch (error) {
    throwAsDamaged(error);
  }
}

export async function scanWholePart(archive: Archive, part: string, maxBytes: number, events: Partial<XmlEvents>): Promise<void> {
  for await (const _ of scanPart(archive, part, maxBytes, { ...NO_EVENTS, ...events }));
}

const NO_EVENTS: XmlEvents = { open: () => undefined, close: () => undefined, text: () => undefined };
