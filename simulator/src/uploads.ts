import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, LOCATION_BYTES, type LocationInput, writeLocation } from '@fleetwarden/protocol/jt808';
import { photograph } from './camera.ts';
import type { Member } from './identity.ts';

/** Photos of a terminal that are not uploaded yet, oldest first. */
export type Uploads = {
  /** Takes photos, the first one now, and returns their numbers. Photos without upload stay on the memory card. */
  take(count: number, wish: { channel: number; intervalS: number; upload: boolean }, now: number): number[];
  /** The message to send now: one at a time, repeated without an answer. */
  due(now: number): Content | undefined;
  /** 0x8800: the server has this photo. */
  arrived(mediaId: number): void;
  /** When to call `due` again, epoch ms. */
  nextAt(): number;
  /** The connection closed: the current upload starts again. */
  cut(): void;
};

type Photo = { readonly id: number; readonly channel: number; readonly at: number; location?: LocationInput; tries: number };

/** Timeout of an answer, and number of tries per photo. */
const ANSWER_MS = 30 * SECOND_MS;
const TRIES = 3;
/** Capacity of a memory card. */
const MAX_KEPT = 50;

export function createUploads(member: Member, locationAt: (now: number) => LocationInput): Uploads {
  const photos: Photo[] = [];
  let last = 0;
  let answerBy = 0;
  const next = () => photos[0];

  return {
    take: (count, { channel, intervalS, upload }, now) =>
      Array.from({ length: count }, (_, i) => {
        const photo = { id: ++last, channel, at: now + i * intervalS * SECOND_MS, tries: 0 };
        if (upload && photos.length < MAX_KEPT) photos.push(photo);
        return photo.id;
      }),
    due: (now) => {
      const photo = next();
      if (!photo || now < Math.max(photo.at, answerBy)) return undefined;
      if (photo.tries++ >= TRIES) {
        photos.shift();
        return undefined;
      }
      photo.location ??= locationAt(now);
      answerBy = now + ANSWER_MS;
      const { id, channel, location } = photo;
      const data = photograph(`${member.plate} ${id} ${new Date(now).toISOString()}`);
      const about = { mediaId: id, kind: 0, format: 0, event: 0, channel };
      // 2011 has no position there
      const place = member.version === 2011 ? {} : { location: writeLocation(location).slice(0, LOCATION_BYTES) };
      return { id: 0x0801, body: { ...about, ...place, data } };
    },
    arrived: (mediaId) => {
      const at = photos.findIndex(({ id }) => id === mediaId);
      if (at < 0) return;
      photos.splice(at, 1);
      answerBy = 0;
    },
    nextAt: () => {
      const photo = next();
      return photo ? Math.max(photo.at, answerBy) : Number.POSITIVE_INFINITY;
    },
    cut: () => {
      answerBy = 0;
    },
  };
}
