import { SECOND_MS } from '@fleetwarden/domain/durations';
import type { Chance } from './random.ts';
import type { Card, Delivery, History, Raw, SaidItem, Stay } from './raw.ts';

const MINUTE = 60 * SECOND_MS;
const KM_PER_DEGREE = (6371 * Math.PI) / 180;
const [ACC, FIX] = [1, 2] as const;
/** Between reports on the way, s. */
const EVERY_S = 30;
const POWER_LOST = 8;
/** Whoever is silent for longer is disconnected, ms. */
const SILENT_MS = 5 * MINUTE;

export type Journey = ReturnType<typeof journey>;

/**
 * Drives a vehicle about and writes down what its terminal sends. Everything is in the wire's own steps: whole seconds, millionths of a
 * degree, tenths of km and km/h. Calls follow each other in time.
 */
export function journey(car: number, chance: Chance, start: { readonly at: number; readonly lng: number; readonly lat: number }) {
  let { at, lng, lat } = start;
  let heading = chance.whole(0, 359);
  let odometer = chance.whole(10_000, 90_000);
  let bits = 0;
  let said: SaidItem | undefined;
  let items = 0;
  let stay: { loginAt: number; lastAt: number } | null = null;
  let stored: Raw[] | null = null;
  const deliveries: Delivery[] = [];
  const stays: Stay[] = [];
  const cards: Card[] = [];

  const send = (receivedAt: number, raws: readonly Raw[]) => deliveries.push({ car, receivedAt, raws });
  const report = (change: Partial<Raw> = {}): void => {
    const raw: Raw = {
      at,
      backfill: stored !== null,
      lng,
      lat,
      altitudeM: 40,
      speedKmh: 0,
      heading,
      alarmBits: bits,
      statusBits: ACC | FIX,
      odometerKm: odometer / 10,
      ...(said ? { said } : {}),
      receivedAt: at + chance.whole(1, 3) * SECOND_MS,
      ...change,
    };
    said = undefined;
    if (stored !== null) {
      stored.push(raw);
      return;
    }
    stay ??= { loginAt: at - 5 * SECOND_MS, lastAt: at };
    stay.lastAt = Math.max(stay.lastAt, raw.receivedAt);
    send(raw.receivedAt, [raw]);
  };
  const wait = (seconds: number) => {
    at += seconds * SECOND_MS;
  };
  const micro = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  /** Goes on for some seconds. */
  const move = (kmh: number, seconds: number) => {
    const km = (kmh * seconds) / 3600;
    lat = micro(lat + (km * Math.cos((heading * Math.PI) / 180)) / KM_PER_DEGREE);
    lng = micro(lng + (km * Math.sin((heading * Math.PI) / 180)) / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180));
    odometer += Math.round(km * 10);
    wait(seconds);
  };
  const leave = (reason: string) => {
    if (stay === null) return;
    const { loginAt, lastAt } = stay;
    stays.push({ loginAt, lastAt, logoutAt: lastAt + (reason === 'idle' ? 330 : chance.whole(2, 20)) * SECOND_MS, reason });
    stay = null;
  };
  const anyReason = () => chance.pick(['idle', 'closed by peer', 'logged out', 'taken over']);

  /** `change`: what is different in a report; null: it is not sent. */
  const drive = (minutes: number, kmh: number, change: (step: number) => Partial<Raw> | null = () => ({})) => {
    for (let step = 0; step * EVERY_S < minutes * 60; step++) {
      const speedKmh = (kmh * 10 + chance.whole(-50, 50)) / 10;
      heading = (heading + chance.whole(-4, 4) + 360) % 360;
      const other = change(step);
      if (other !== null) report({ speedKmh, ...other });
      move(speedKmh, EVERY_S);
    }
    report();
    wait(EVERY_S);
  };

  return {
    get at() {
      return at;
    },
    wait,
    /** Waits for a time that has not come yet. */
    until: (moment: number) => {
      if (moment - at > SILENT_MS) leave('idle');
      at = Math.max(at, moment);
    },
    drive,
    turn: () => {
      heading = (heading + 180) % 360;
    },
    idle: (minutes: number) => {
      for (let left = minutes * 60; left > 0; left -= 60) {
        report();
        wait(60);
      }
    },
    park: (minutes: number) => {
      for (let left = minutes * 60; left > 0; left -= 180) {
        report({ statusBits: FIX });
        wait(180);
      }
      report({ statusBits: FIX });
      wait(EVERY_S);
    },
    /** Sleeps, and tells once in an hour that it is there. */
    sleep: (moment: number) => {
      report({ statusBits: FIX });
      leave(anyReason());
      while (moment - at > 90 * MINUTE) {
        at += 60 * MINUTE;
        report({ statusBits: FIX });
        leave('closed by peer');
      }
      at = Math.max(at + 10 * MINUTE, moment);
    },
    /** Drives on and sends nothing, and keeps nothing. */
    vanish: (minutes: number, kmh: number, lostPower = false) => {
      report({ speedKmh: kmh, alarmBits: lostPower ? bits | (1 << POWER_LOST) : bits });
      leave(lostPower ? 'closed by peer' : 'idle');
      move(kmh, minutes * 60);
      report({ speedKmh: kmh });
      move(kmh, EVERY_S);
    },
    /** Keeps what it has no link for, and sends it after. */
    blind: (way: () => void) => {
      report();
      leave('idle');
      wait(60);
      stored = [];
      way();
      const raws = stored;
      stored = null;
      wait(60);
      report();
      const receivedAt = at + 5 * SECOND_MS;
      wait(60);
      if (stay !== null) stay.lastAt = receivedAt;
      for (let from = 0; from < raws.length; from += 40)
        send(
          receivedAt,
          raws.slice(from, from + 40).map((raw) => ({ ...raw, receivedAt })),
        );
    },
    /** A report that overtakes the one before. */
    overtaken: (kmh: number) => {
      const slow = { speedKmh: kmh, receivedAt: at + 40 * SECOND_MS };
      report(slow);
      move(kmh, EVERY_S);
      report({ speedKmh: kmh, receivedAt: at + SECOND_MS });
      move(kmh, EVERY_S);
    },
    /** The last report once more. */
    again: () => {
      const { raws } = deliveries.at(-1)!;
      const receivedAt = at - EVERY_S * SECOND_MS + 6 * SECOND_MS;
      if (stay !== null) stay.lastAt = Math.max(stay.lastAt, receivedAt);
      send(
        receivedAt,
        raws.map((raw) => ({ ...raw, receivedAt })),
      );
    },
    /** A receiver that is wrong for some reports. */
    wild: (times: number) => {
      for (let n = 0; n < times; n++) {
        report({ speedKmh: 40, lng: micro(lng + 0.4 + n / 1e5) });
        move(40, EVERY_S);
      }
    },
    /** A ferry: elsewhere at once. */
    jump: () => {
      lng = micro(lng + 0.6);
      lat = micro(lat + 0.2);
    },
    /** The ignition says the contrary for a moment. */
    flicker: () => {
      report({ speedKmh: 30 });
      move(30, 10);
      report({ speedKmh: 30, statusBits: FIX });
      move(30, 6);
      report({ speedKmh: 30 });
      move(30, EVERY_S);
    },
    deadClock: () => {
      report({ at: Date.UTC(2001, 0, 1) + chance.whole(0, 1e6) * SECOND_MS });
      wait(EVERY_S);
    },
    resetOdometer: () => {
      odometer = chance.whole(10, 99);
    },
    raise: (bit: number) => {
      bits = (bits | (1 << bit)) >>> 0;
    },
    lower: (bit: number) => {
      bits = (bits & ~(1 << bit)) >>> 0;
    },
    tell: (item: SaidItem['item'], type: number, level: 1 | 2) => {
      said = { item, type, level, number: ++items };
    },
    card: (action: 1 | 2, driver: number | null, result = 0) => {
      // while it stands
      cards.push({ at: at - 20 * SECOND_MS, action, result, driver });
    },
    end: (): History => {
      leave('closed by peer');
      return { deliveries, stays, cards };
    },
  };
}
