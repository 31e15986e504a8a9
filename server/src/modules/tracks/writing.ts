import type { Writable } from 'node:stream';
import type { UnitSystem } from '@fleetwarden/domain/units';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { StoredTrack, Vehicle } from './store.ts';

/** Input of a track file. */
export type Writing = {
  readonly stream: Writable;
  readonly vehicle: Vehicle;
  readonly stored: StoredTrack;
  /** Places of the points, some at a time. */
  readonly chunks: Iterable<Int32Array>;
  readonly language: ReplyLanguage;
  readonly units: UnitSystem;
  readonly getText: GetText;
  readonly timeZone: string;
};
