import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, LOCATION_BYTES, type LocationInput, writeLocation } from '@fleetwarden/protocol/jt808';
import { photograph } from './camera.ts';
import type { Member } from './identity.ts';

/** Photos a terminal has taken and not yet got rid of, oldest first. */
export type Uploads = {
  /** Takes so many, the first now, each a while after the one before; tells their numbers. What is not uploaded stays on its card. */
  take(count: number, wish: { channel: number; intervalS: number; upload: boolean }, now: number): number[];
  /** What is to be sent now: one at a time, again where no answer comes. */
  due(now: number): Content | undefined;
  /** 0x8800: this one is there. */
  arrived(mediaId: number): void;
  /** When to ask again, epoch ms. */
  nextAt(): number;
  /** The connection is gone: what was under way is sent anew. */
  cut(): void;
};

type Photo = { readonly id: number; readonly channel: number; readonly at: number; location?: LocationInput; tries: number };

/** How long an answer is waited for, and how often a photo is sent. */
const ANSWER_MS = 30 * SECOND_MS;
const TRIES = 3;
/** What a memory card holds. */
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
