import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, LOCATION_BYTES, type LocationInput, writeLocation } from '@fleetwarden/protocol/jt808';
import { photograph } from './camera.ts';
import type { Member } from './identity.ts';
import { recordSound } from './sound.ts';

/** A file on the memory card. */
export type CardFile = {
  readonly id: number;
  /** 0 image, 1 audio. */
  readonly kind: 0 | 1;
  readonly channel: number;
  readonly event: number;
  /** Epoch ms. */
  readonly at: number;
};
/** Channel 0 is every channel. */
export type FileSearch = Pick<CardFile, 'channel' | 'event'> & {
  readonly kind: number;
  readonly from: number | null;
  readonly to: number | null;
};

/** Photos and sounds of a terminal, on its memory card and on their way to the server. */
export type Uploads = {
  /** Takes photos, the first one now, and returns their numbers. Photos without upload stay on the memory card. */
  take(count: number, wish: { channel: number; intervalS: number; upload: boolean }, now: number): number[];
  /** Records a sound that ends at `endAt`, epoch ms. */
  record(endAt: number, upload: boolean): void;
  search(wanted: FileSearch): readonly CardFile[];
  /** Uploads a file of the card; false if it is not there. `remove`: it is deleted afterwards. */
  upload(id: number, remove: boolean): boolean;
  locate(file: CardFile): Uint8Array;
  /** The message to send now: one at a time, repeated without an answer. */
  due(now: number): Content | undefined;
  /** 0x8800: the server has this file. */
  arrived(mediaId: number): void;
  /** When to call `due` again, epoch ms. */
  nextAt(): number;
  /** The connection closed: the current upload starts again. */
  cut(): void;
};

type Waiting = { readonly file: CardFile; readonly remove: boolean; tries: number };

/** Timeout of an answer, and number of tries per file. */
const ANSWER_MS = 30 * SECOND_MS;
const TRIES = 3;
/** Capacity of a memory card. */
const MAX_KEPT = 50;
const [IMAGE, AUDIO] = [0, 1] as const;
const [JPEG, WAV] = [0, 3] as const;
const BY_COMMAND = 0;
const MICROPHONE = 1;

export function createUploads(member: Member, locationAt: (now: number) => LocationInput): Uploads {
  const waiting: Waiting[] = [];
  let card: CardFile[] = [];
  let last = 0;
  let answerBy = 0;

  const store = (file: Omit<CardFile, 'id' | 'event'>, upload: boolean): number => {
    const stored: CardFile = { id: ++last, event: BY_COMMAND, ...file };
    card = [...card, stored].slice(-MAX_KEPT);
    if (upload && waiting.length < MAX_KEPT) waiting.push({ file: stored, remove: false, tries: 0 });
    return stored.id;
  };
  const locate = ({ at }: CardFile): Uint8Array => writeLocation(locationAt(at)).slice(0, LOCATION_BYTES);
  const encode = (file: CardFile): Content => {
    const { id, kind, channel, event, at } = file;
    const data = kind === IMAGE ? photograph(`${member.plate} ${id} ${new Date(at).toISOString()}`) : recordSound(id);
    // 2011 has no position there
    const place = member.version === 2011 ? {} : { location: locate(file) };
    return { id: 0x0801, body: { mediaId: id, kind, format: kind === IMAGE ? JPEG : WAV, event, channel, ...place, data } };
  };

  return {
    take: (count, { channel, intervalS, upload }, now) =>
      Array.from({ length: count }, (_, i) => store({ kind: IMAGE, channel, at: now + i * intervalS * SECOND_MS }, upload)),
    record: (endAt, upload) => void store({ kind: AUDIO, channel: MICROPHONE, at: endAt }, upload),
    search: ({ kind, channel, event, from, to }) =>
      card.filter(
        (file) =>
          file.kind === kind &&
          (channel === 0 || file.channel === channel) &&
          file.event === event &&
          (from === null || file.at >= from) &&
          (to === null || file.at <= to),
      ),
    upload: (id, remove) => {
      const file = card.find((each) => each.id === id);
      if (file) waiting.push({ file, remove, tries: 0 });
      return file !== undefined;
    },
    locate,
    due: (now) => {
      const next = waiting[0];
      if (!next || now < Math.max(next.file.at, answerBy)) return undefined;
      if (next.tries++ >= TRIES) {
        waiting.shift();
        return undefined;
      }
      answerBy = now + ANSWER_MS;
      return encode(next.file);
    },
    arrived: (mediaId) => {
      const at = waiting.findIndex(({ file }) => file.id === mediaId);
      if (at < 0) return;
      const [sent] = waiting.splice(at, 1);
      if (sent?.remove) card = card.filter(({ id }) => id !== mediaId);
      answerBy = 0;
    },
    nextAt: () => {
      const [next] = waiting;
      return next ? Math.max(next.file.at, answerBy) : Number.POSITIVE_INFINITY;
    },
    cut: () => {
      answerBy = 0;
    },
  };
}
