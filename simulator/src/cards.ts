import { digitsOfTime } from '@fleetwarden/protocol/jt808';
import { DAY, getDay, MINUTE, startOfDay } from './clock.ts';
import { createDiary, type Diary, EMPTY_DIARY } from './diary.ts';
import type { CardHolder, Member } from './identity.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { draw } from './random.ts';

/** A card was inserted (`by`, and `result` of the reader) or removed; epoch ms. */
type CardEvent = { readonly at: number } & (
  | { readonly in: true; readonly by: CardHolder; readonly result: number }
  | { readonly in: false }
);

/** Time step of the scan of a day's journey. */
const STEP = 2 * MINUTE;
/** Time to change drivers. */
const CHANGE = MINUTE;
/** A break that is long enough for it. */
const BREAK = 20 * MINUTE;
/** Share of days with a substitute driver, and share with a change of drivers on the way. */
const STANDS_IN = 0.12;
const CHANGES = 0.1;
/** Share of sign-ins that need a second insertion of the card. */
const MISREAD = 0.03;
const PULLED_OUT = 3;
const ISSUER = '道路运输管理局';
const EXPIRY = '20351231';

/** Card events of a vehicle on a day (its first moment, epoch ms). Pure. */
export function cardsOfDay(seed: number, drivers: readonly CardHolder[], vehicle: Vehicle, day: number): CardEvent[] {
  const [own, other = own] = drivers;
  if (own === undefined || other === undefined) return [];
  const moving: { from: number; until: number }[] = [];
  for (let at = day; at < day + DAY; at += STEP) {
    if (!vehicle.movingAt(at)) continue;
    const last = moving.at(-1);
    if (last !== undefined && at - last.until <= BREAK) last.until = at + STEP;
    else moving.push({ from: at, until: at + STEP });
  }
  const [first, last] = [moving[0], moving.at(-1)];
  if (first === undefined || last === undefined) return [];
  const standsIn = draw('stands in', seed, day) < STANDS_IN;
  const [morning, evening] = standsIn ? [other, own] : [own, other];
  const events: CardEvent[] = [];
  const signIn = (at: number, by: CardHolder) => {
    if (draw('misread', seed, at) < MISREAD) events.push({ at: at - CHANGE / 2, in: true, by, result: PULLED_OUT });
    events.push({ at, in: true, by, result: 0 });
  };
  signIn(Math.max(day, first.from - CHANGE), morning);
  const next = moving[Math.ceil(moving.length / 2)];
  if (next !== undefined && draw('change', seed, day) < CHANGES) {
    events.push({ at: next.from - 2 * CHANGE, in: false });
    signIn(next.from - CHANGE, evening);
  }
  // a driver on the road at midnight leaves the card inserted
  if (last.until < day + DAY) events.push({ at: Math.min(last.until + CHANGE, day + DAY - 1_000), in: false });
  return events;
}

/** 0x0702 in answer to 0x8702: the card that is inserted, or that none is. Not for 2011. */
export function buildCurrentCard({ drivers = [], seed, version }: Member, vehicle: Vehicle, now: number) {
  const last = cardsOfDay(seed, drivers, vehicle, startOfDay(getDay(now))).findLast(({ at }) => at <= now);
  if (!last?.in || last.result !== 0) return { action: 2, time: digitsOfTime(last?.at ?? now) };
  const { name, certNo, idNo } = last.by;
  const card = { action: 1, time: digitsOfTime(last.at), result: 0, name, certNo, issuer: ISSUER, expiry: EXPIRY };
  return version === 2019 ? { ...card, idNo } : card;
}

/** Cards from `since` (epoch ms) on. */
export function createCards(member: Member, vehicle: Vehicle, since: number): Diary {
  const { drivers = [], seed, version } = member;
  if (drivers.length === 0) return EMPTY_DIARY;
  return createDiary(
    since,
    (day) => cardsOfDay(seed, drivers, vehicle, day),
    (event, now) => {
      const body = encodeCard(event, version, now);
      return body && { id: 0x0702, body };
    },
  );
}

/** A 2011 card message only names the current driver. */
function encodeCard(event: CardEvent, version: Member['version'], now: number) {
  if (version === 2011)
    return event.in && event.result === 0 && now - event.at < MINUTE ? { ...event.by, issuer: ISSUER } : undefined;
  const time = digitsOfTime(event.at);
  if (!event.in) return { action: 2, time };
  const { name, certNo, idNo } = event.by;
  if (event.result !== 0) return { action: 1, time, result: event.result };
  return { action: 1, time, result: 0, name, certNo, issuer: ISSUER, expiry: EXPIRY, ...(version === 2019 ? { idNo } : {}) };
}
