import { createHash } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { encode, encodeGbk } from '@fleetwarden/protocol/codec';
import { DriverState } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime, encodeBody, writeLocation } from '@fleetwarden/protocol/jt808';
import type { Random } from '../../report-oracle/fixture/random.ts';

/**
 * A location as it is stored: its time in epoch ms, a longitude in millionths of a degree that no other one has, and whether it was
 * sent as blind-zone data.
 */
type Point = { readonly at: number; readonly microLng: number; readonly backfill: boolean };

/** Something that was acknowledged, and must be stored for the vehicle. */
export type Acknowledged = { readonly vehicleId: number } & (
  | { readonly kind: 'locations'; readonly points: readonly Point[] }
  | { readonly kind: 'card'; readonly at: number }
  | { readonly kind: 'waybill'; readonly text: string }
  /** An alarm of an additional item. `at`: null where the device's clock cannot be believed. */
  | { readonly kind: 'alarm'; readonly at: number | null; readonly source: number }
  /** An alarm of the SOS bit: its first and its last position. */
  | { readonly kind: 'sos'; readonly from: number; readonly until: number; readonly late: boolean }
  | { readonly kind: 'photo'; readonly mediaId: number; readonly digest: string }
  | { readonly kind: 'message'; readonly id: number; readonly body: string }
);

type Fact = Acknowledged extends infer A ? (A extends unknown ? Omit<A, 'vehicleId'> : never) : never;

/** A message to send. */
export type Content = {
  readonly id: number;
  readonly body: Uint8Array;
  readonly maxBody: number;
  readonly facts: readonly Fact[];
};

export type DeviceClock = {
  /** Time of the first location, epoch ms. */
  readonly startAt: number;
  /** Hours east of UTC. */
  readonly utcOffset: number;
  /** How far it is ahead, ms: the server knows. */
  readonly aheadMs: number;
  /** It dies or runs ahead now and then. Otherwise the device sends SOS alarms as they begin. */
  readonly dies: boolean;
};

type ContentsOptions = {
  readonly random: Random;
  /** Unlike that of any other device. Below 1,000. */
  readonly number: number;
  readonly clock: DeviceClock;
};

export const PHOTO = 0x0801;
export const UNKNOWN = 0x0f01;
const [BATCH, TRANSPARENT, LOCATION, HEARTBEAT] = [0x0704, 0x0900, 0x0200, 0x0002];
const [MEDIA_EVENT, CARD, WAYBILL] = [0x0800, 0x0702, 0x0701] as const;
/** JT/T 808: times are GMT+8. */
const WIRE_UTC_OFFSET_H = 8;
/** Bit 0 of the alarm bits: the driver's emergency button. */
const SOS = 1;
const MAX_BODY = 1000;
const STEP_MS = 10 * SECOND_MS;
/** Steps before an SOS alarm: alarms this far apart are never joined. */
const SOS_PAUSE_STEPS = 90;
/** Positions of an SOS alarm, and positions without it at the end. */
const [MIN_SOS, MAX_SOS, CLEAR] = [3, 8, 2];
/** A clock that is set back loses this, ms; the range is before the first location. */
const SET_BACK_MS = 100 * HOUR_MS;
/** A dead clock starts here, and a clock that runs ahead is beyond every partition. */
const DEAD_CLOCK_AT = Date.UTC(2000, 0, 2);
const FUTURE_CLOCK_AT = Date.UTC(2095, 0, 1);

/** Creates what one device sends. Every content is unlike all others, of this device and of others. */
export class DeviceContents {
  readonly #options: ContentsOptions;
  #steps = 0;
  #pointAt = 0;
  #points = 0;
  #contents = 0;

  constructor(options: ContentsOptions) {
    this.#options = options;
  }

  /** One message of any kind. */
  create(): Content {
    const { random, number } = this.#options;
    const n = ++this.#contents;
    const unique = Uint8Array.of(number >> 8, number, n >> 24, n >> 16, n >> 8, n);
    const kind = random.whole(1, 23);
    if (kind === 23) return this.#createWithWrongTime();
    if (kind === 22) return random.oneIn(2) ? this.#createWaybill() : this.#createCard();
    if (kind <= 11) return this.#createLocation(this.#createPoint({ hasAlarm: kind <= 2 }));
    if (kind === 12) return { id: HEARTBEAT, body: new Uint8Array(), maxBody: MAX_BODY, facts: [] };
    if (kind <= 14) {
      const id = kind === 13 ? TRANSPARENT : MEDIA_EVENT;
      const body = Uint8Array.of(0xf0, ...unique, 0);
      return { id, body, maxBody: MAX_BODY, facts: [message(id, body)] };
    }
    if (kind === 15) return { id: UNKNOWN, body: unique, maxBody: MAX_BODY, facts: [message(UNKNOWN, unique)] };
    if (kind > 17) return this.#createPhoto(number * 1_000_000 + n, unique);
    const backfill = random.oneIn(2);
    const alarmAt = random.whole(0, 12);
    const points = Array.from({ length: random.whole(3, 12) }, (_, i) =>
      this.#createPoint({ hasAlarm: i === alarmAt, backfill }),
    );
    return this.#createBatch(points, backfill);
  }

  /** The messages of one SOS alarm, to be sent in this order: as it lasts, or later, from a blind zone or a past of hours ago. */
  createSos(): Content[] {
    const { random, clock } = this.#options;
    this.#steps += SOS_PAUSE_STEPS;
    const [backfill, old] = random.pick(clock.dies ? LATE : [...LATE, LIVE]);
    const shiftMs = old ? -SET_BACK_MS : 0;
    const times = Array.from({ length: random.whole(MIN_SOS, MAX_SOS) + CLEAR }, () => this.#nextTime() + shiftMs);
    const points = times.map((at, i) => this.#createPointAt(at, { alarmBits: i < times.length - CLEAR ? SOS : 0, backfill }));
    const late = backfill || old;
    const fact: Fact = { kind: 'sos', from: times[0]!, until: times[times.length - CLEAR - 1]!, late };
    const contents = late ? [this.#createBatch(points, backfill)] : points.map((point) => this.#createLocation(point));
    const last = contents.pop()!;
    return [...contents, { ...last, facts: [...last.facts, fact] }];
  }

  #createLocation({ bytes, alarms, ...point }: CreatedPoint): Content {
    return { id: LOCATION, body: bytes, maxBody: MAX_BODY, facts: [{ kind: 'locations', points: [point] }, ...alarms] };
  }

  #createBatch(created: readonly CreatedPoint[], backfill: boolean): Content {
    const items = created.flatMap(({ bytes }) => [bytes.length >> 8, bytes.length & 0xff, ...bytes]);
    const body = Uint8Array.from([0, created.length, backfill ? 1 : 0, ...items]);
    const points = created.map(({ bytes: _bytes, alarms: _alarms, ...point }) => point);
    const facts: Fact[] = [{ kind: 'locations', points }, ...created.flatMap(({ alarms }) => alarms)];
    // few totals, so that neighbours share them
    return { id: BATCH, body, maxBody: Math.ceil(body.length / this.#options.random.pick([2, 4, 5])), facts };
  }

  /** A location of a clock that was set back, died, or is years ahead. */
  #createWithWrongTime(): Content {
    const { random, clock } = this.#options;
    const at = this.#nextTime();
    const hasAlarm = random.oneIn(4);
    if (!clock.dies) return this.#createLocation(this.#createPointAt(at - SET_BACK_MS, { hasAlarm }));
    const wrongAt = (random.oneIn(2) ? DEAD_CLOCK_AT : FUTURE_CLOCK_AT) + at - clock.startAt;
    return this.#createLocation(this.#createPointAt(wrongAt, { hasAlarm, isBelievable: false }));
  }

  #createPhoto(mediaId: number, unique: Uint8Array): Content {
    const { random } = this.#options;
    const data = new Uint8Array(random.whole(300, 1_500));
    // the middle is often the same, as of dark photos
    data.set([0xff, 0xd8, 0xff, ...unique]);
    if (random.oneIn(2)) for (let i = 20; i < data.length; i += 7) data[i] = random.whole(0, 255);
    const digest = createHash('sha256').update(data).digest('hex');
    const id = [mediaId >>> 24, mediaId >> 16, mediaId >> 8, mediaId];
    const body = Uint8Array.of(...id, 0, 0, 1, 1, ...this.#createPoint({}).bytes, ...data);
    const maxBody = Math.ceil(body.length / random.pick([4, 5, 8]));
    return { id: PHOTO, body, maxBody, facts: [{ kind: 'photo', mediaId, digest }] };
  }

  #createCard(): Content {
    const at = this.#nextTime();
    const card = { action: 1, time: digitsOfTime(this.#onClock(at)), result: 1 };
    return { id: CARD, body: encodeBody({ id: CARD, body: card }, 2013), maxBody: MAX_BODY, facts: [{ kind: 'card', at }] };
  }

  #createWaybill(): Content {
    const text = `运单 ${this.#options.number}-${this.#contents}`;
    const body = encodeBody({ id: WAYBILL, body: { data: encodeGbk(text) } }, 2013);
    return { id: WAYBILL, body, maxBody: MAX_BODY, facts: [{ kind: 'waybill', text }] };
  }

  /** A second that no other device uses, epoch ms. */
  #nextTime(): number {
    const { number, clock } = this.#options;
    return clock.startAt + this.#steps++ * STEP_MS + (number % 10) * SECOND_MS;
  }

  /** What the codec writes as GMT+8 so that the device's own time is on the wire. */
  readonly #onClock = (at: number): number => {
    const { utcOffset, aheadMs } = this.#options.clock;
    return at + aheadMs + (utcOffset - WIRE_UTC_OFFSET_H) * HOUR_MS;
  };

  /** A location; sometimes another one of the same second. */
  #createPoint(more: PointOptions): CreatedPoint {
    if (this.#pointAt === 0 || !this.#options.random.oneIn(8)) this.#pointAt = this.#nextTime();
    return this.#createPointAt(this.#pointAt, more);
  }

  #createPointAt(at: number, { hasAlarm, alarmBits = 0, backfill = false, isBelievable = true }: PointOptions): CreatedPoint {
    const n = ++this.#points;
    const source = this.#options.number * 1_000_000 + n;
    const microLng = 116_000_000 + n;
    const extra = hasAlarm ? alarmItem(source) : null;
    const place = { lng: microLng / 1_000_000, lat: 39.909, statusBits: 3, speedKmh: 40 };
    const alarms: Fact[] = hasAlarm ? [{ kind: 'alarm', at: isBelievable ? at : null, source }] : [];
    return { at, microLng, backfill, alarms, bytes: writeLocation({ deviceAt: this.#onClock(at), ...place, alarmBits, extra }) };
  }
}

type CreatedPoint = Point & { readonly bytes: Uint8Array; readonly alarms: readonly Fact[] };
type PointOptions = {
  readonly hasAlarm?: boolean;
  readonly alarmBits?: number;
  readonly backfill?: boolean;
  readonly isBelievable?: boolean;
};

/** How an SOS alarm is sent: as blind-zone data, from a past of hours ago. */
const LIVE = [false, false] as const;
const LATE = [
  [true, false],
  [false, true],
  [true, true],
] as const;

const message = (id: number, body: Uint8Array): Fact => ({ kind: 'message', id, body: Buffer.from(body).toString('hex') });

const DRIVER_STATE = 0x65;
function alarmItem(alarmId: number): Uint8Array {
  const place = { speedKmh: 62, altitudeM: 30, latitude: 23.1, longitude: 113.2, time: '260601080000', vehicleBits: 0 };
  const identification = { terminalId: 'T123456', time: '260601080000', serial: 3, attachments: 0, reserved: new Uint8Array(1) };
  const value = encode(DriverState, {
    alarmId,
    flag: 0,
    ...place,
    identification,
    type: 1 + (alarmId % 4),
    level: 2,
    fatigue: 8,
    reserved: new Uint8Array(4),
  });
  return Uint8Array.of(DRIVER_STATE, value.length, ...value);
}
