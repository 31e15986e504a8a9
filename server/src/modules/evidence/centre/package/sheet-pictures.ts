import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readPicture } from '../../../../platform/files/pdf/image.ts';
import { SHEET_PICTURES } from '../../limits.ts';
import type { PackFile } from './pack-files.ts';
import type { WrittenFile } from './packed-alarm.ts';

const PICTURE = 0;

/** Chooses the pictures of the PDF while their files are packed. Each is read again when the PDF is written: one is in memory. */
export function createSheetPictures(open: (file: PackFile) => Promise<Readable | undefined>) {
  const perAlarm = new Map<string, number>();
  let allBytes = 0;
  return {
    /** undefined: the PDF does not show this file. */
    begin(alarm: string, file: PackFile) {
      const count = perAlarm.get(alarm) ?? 0;
      const isShown = file.kind === PICTURE && file.bytes <= SHEET_PICTURES.bytes && count < SHEET_PICTURES.perAlarm;
      if (!isShown || allBytes + file.bytes > SHEET_PICTURES.allBytes) return undefined;
      const chunks: Buffer[] = [];
      let taken = 0;
      return {
        // a stored file may have grown
        take(chunk: Buffer): void {
          taken += chunk.length;
          if (taken <= file.bytes) chunks.push(chunk);
        },
        /** After the last chunk; undefined: not a picture that a PDF can hold. */
        end(): WrittenFile['picture'] {
          const picture = readPicture(Buffer.concat(chunks));
          if (!picture) return undefined;
          perAlarm.set(alarm, count + 1);
          allBytes += file.bytes;
          const { width, height } = picture;
          const read = async () => {
            const content = await open(file);
            return content && buffer(content);
          };
          return { width, height, read };
        },
      };
    },
  };
}
