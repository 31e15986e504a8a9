import { type Journey, journey } from './journey.ts';
import { type Chance, chance } from './random.ts';
import type { History } from './raw.ts';

/** A made-up fleet and all that it did within some days, the same for the same seed and days. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const SEED = 20_260_318;
/** Days that are driven; the morning after ends them all. */
const DRIVEN_DAYS = 5;

export type CarPlan = {
  readonly plate: string;
  /** 集团, 一队 or 别家: by place in `DEPARTMENTS`. */
  readonly department: number;
  readonly vehicleType: number;
  readonly industry: number;
  /** 0 automatic, 1 odometer, 2 GNSS */
  readonly mileageSource: 0 | 1 | 2;
  /** Whom its record gives it; null: nobody. By place in `DRIVERS`. */
  readonly driver: number | null;
  readonly silent?: true;
};

/** The first is above the second; the third belongs to somebody else. */
export const DEPARTMENTS = ['东方客运', '东方一队', '别家客运'] as const;
const [HEAD, BRANCH, FOREIGN] = [0, 1, 2] as const;

export type DriverPlan = { readonly name: string; readonly department: number; readonly certNo: string };
export const DRIVERS: readonly DriverPlan[] = [
  { name: '李强', department: HEAD, certNo: '4401000001' },
  { name: '王磊', department: HEAD, certNo: '4401000002' },
  { name: '陈静', department: HEAD, certNo: '4401000003' },
  { name: '赵云', department: BRANCH, certNo: '4401000004' },
  { name: '孙丽', department: BRANCH, certNo: '4401000005' },
  { name: '外人', department: FOREIGN, certNo: '4401000006' },
];

const car = (
  plate: string,
  department: number,
  vehicleType: number,
  industry: number,
  mileageSource: 0 | 1 | 2,
  driver: number | null,
) => ({ plate, department, vehicleType, industry, mileageSource, driver }) as const;
export const CARS: readonly CarPlan[] = [
  car('粤B10001', HEAD, 21, 1, 0, 0),
  car('粤B10002', HEAD, 21, 1, 1, 1),
  car('粤B10003', HEAD, 11, 4, 2, null),
  car('粤B10004', HEAD, 11, 4, 0, 2),
  car('粤B10005', HEAD, 21, 6, 0, null),
  car('粤B10006', BRANCH, 21, 1, 0, 3),
  car('粤B10007', BRANCH, 11, 6, 1, null),
  car('粤B10008', BRANCH, 21, 2, 0, 4),
  car('粤B10009', BRANCH, 11, 6, 2, null),
  { ...car('粤B10010', BRANCH, 21, 1, 0, null), silent: true },
  car('粤C20001', FOREIGN, 21, 1, 0, 5),
  car('粤C20002', FOREIGN, 21, 4, 0, null),
];

/** Places that are visited, of the head company. */
const HOME = { lng: 113.5, lat: 23.1 } as const;
export const AREAS = [
  { name: '总站', shape: 4, lng: HOME.lng, lat: HOME.lat, radius: 4000 },
  { name: '北区', shape: 1, west: 113.3, south: 23.2, east: 113.7, north: 23.4 },
] as const;
export type AreaPlan = (typeof AREAS)[number];

/** Faster than this is too fast for the head company and what is below it, km/h. */
export const LIMIT_KMH = 80;

export type World = {
  /** Midnight before the first driven day, epoch ms. */
  readonly start: number;
  /** Midnight after the last driven day. */
  readonly end: number;
  /** By place in `CARS`. */
  readonly histories: readonly History[];
};

/** `start`: a midnight of Shanghai. */
export function makeWorld(start: number): World {
  const dice = chance(SEED);
  const end = start + DRIVEN_DAYS * DAY;
  return { start, end, histories: CARS.map((plan, index) => historyOf(plan, index, start, end, chance(dice.whole(1, 1e9)))) };
}

function historyOf(plan: CarPlan, index: number, start: number, end: number, dice: Chance): History {
  const at = start + 5 * HOUR + dice.whole(0, 90) * MINUTE;
  const way = journey(index, dice, { at, lng: HOME.lng + (index % 4) / 100, lat: HOME.lat + (index % 3) / 100 });
  if (plan.silent) return way.end();
  for (let day = 0; start + day * DAY < end; day++) {
    liveDay(
      way,
      dice,
      [EVENTS[(index * 3 + day * 2) % EVENTS.length]!, EVENTS[(index * 3 + day * 2 + 7) % EVENTS.length]!],
      plan,
    );
    const morning = start + (day + 1) * DAY + 5 * HOUR + dice.whole(0, 90) * MINUTE;
    way.sleep(Math.max(morning, way.at + 30 * MINUTE));
  }
  way.until(end + 6 * HOUR);
  way.park(10);
  way.drive(10, 40);
  way.park(10);
  return way.end();
}

type Event = (way: Journey, dice: Chance) => void;
/** What a terminal says that finds itself too fast. */
const TOO_FAST = { alarmBits: 1 << 1 };

function liveDay(way: Journey, dice: Chance, events: readonly Event[], plan: CarPlan): void {
  const signs = dice.oneIn(2);
  const other = dice.whole(0, DRIVERS.length - 2);
  way.idle(dice.whole(3, 8));
  if (signs) way.card(1, plan.driver ?? other);
  way.drive(dice.whole(20, 45), dice.whole(35, 70));
  way.park(dice.whole(9, 40));
  way.turn();
  events[0]!(way, dice);
  way.drive(dice.whole(15, 40), dice.whole(30, 70));
  way.idle(dice.whole(4, 16));
  // one that cannot be read says nothing of anybody
  if (dice.oneIn(3)) way.card(1, other, 1);
  way.idle(2);
  if (signs && dice.oneIn(2)) way.card(1, other);
  way.drive(dice.whole(10, 30), dice.whole(30, 60));
  way.park(dice.whole(40, 110));
  way.turn();
  // for a moment, and nowhere near
  way.drive(1, 6);
  way.park(12);
  events[1]!(way, dice);
  way.turn();
  way.drive(dice.whole(20, 50), dice.whole(30, 70));
  if (signs && !dice.oneIn(3)) way.card(2, null);
  way.park(15);
}

/** For so many reports, after some calm ones. */
const raised =
  (bit: number, minutes: number): Event =>
  (way) => {
    way.drive(5, 40);
    way.raise(bit);
    way.drive(minutes, 40);
    way.lower(bit);
    way.drive(5, 40);
  };

/** What may happen within a day; each begins and ends calmly. */
const EVENTS: readonly Event[] = [
  // too fast: a while, a little, twice with less than a minute between, and for one report alone; the terminal tells of the first from
  // a little later to a little later, and of the last, of which the platform tells nothing
  (way) => {
    way.drive(14, 50, (step) => ({
      ...(step >= 6 && step < 16 ? { speedKmh: 88 + step } : {}),
      ...(step >= 8 && step < 20 ? TOO_FAST : {}),
    }));
    way.drive(14, 50, (step) => (step >= 4 && step < 7 ? { speedKmh: 84.5 } : {}));
    way.drive(14, 50, (step) => ((step >= 4 && step < 7) || (step >= 8 && step < 11) ? { speedKmh: 97 } : {}));
    way.drive(10, 50, (step) => (step === 9 ? { speedKmh: 130, ...TOO_FAST } : {}));
  },
  // the same with a little more than a minute between, of which the terminal tells
  (way) => {
    way.drive(14, 50, (step) =>
      (step >= 4 && step < 7) || (step >= 9 && step < 12) ? { speedKmh: 125 } : step === 7 || step === 8 ? TOO_FAST : {},
    );
    way.drive(8, 50);
  },
  (way, dice) => way.vanish(dice.whole(20, 31), 60),
  (way) => {
    way.drive(5, 50);
    way.vanish(40, 55, true);
    way.drive(6, 50);
  },
  (way, dice) =>
    way.blind(() => {
      way.drive(dice.whole(12, 30), 55, (step) => ({
        ...(step >= 6 && step < 10 ? { speedKmh: 101 } : {}),
        ...(step >= 5 && step < 9 ? TOO_FAST : {}),
      }));
      way.park(9);
      way.drive(8, 45);
    }),
  // a tunnel
  (way) => {
    way.drive(5, 50);
    way.drive(4, 50, () => ({ statusBits: 1, lng: 0, lat: 0 }));
    way.drive(9, 50, () => ({ statusBits: 1, lng: 0, lat: 0 }));
    way.drive(5, 50);
  },
  (way, dice) => {
    way.drive(6, 45);
    way.wild(dice.whole(1, 2));
    way.drive(4, 45);
    way.wild(2);
    way.drive(4, 45);
    way.wild(1);
    way.drive(6, 45);
  },
  (way) => {
    way.drive(6, 45);
    way.jump();
    way.drive(12, 45);
  },
  (way) => {
    way.drive(3, 45);
    way.flicker();
    way.drive(3, 45);
    way.resetOdometer();
    way.drive(3, 45);
  },
  // values no vehicle has
  (way) => {
    way.drive(10, 45, (step) =>
      step === 4
        ? { speedKmh: 220 }
        : step === 8
          ? { heading: 400 }
          : step === 10
            ? { altitudeM: 7000 }
            : step === 12
              ? { lng: 10 }
              : {},
    );
  },
  (way) => {
    way.drive(4, 45);
    way.deadClock();
    way.deadClock();
    way.drive(4, 45);
    way.overtaken(44);
    way.drive(4, 45);
    way.again();
    way.drive(4, 45);
  },
  raised(0, 2),
  raised(29, 4),
  (way) => {
    raised(2, 12)(way, NOBODY);
    raised(6, 30)(way, NOBODY);
  },
  // off for a minute: one alarm; for two: another; for a minute and a half with but one report in between: another
  (way) => {
    way.drive(14, 40, (step) =>
      step === 16 || step === 17 ? null : [3, 4, 6, 7, 11, 12, 13, 14, 18, 19].includes(step) ? { alarmBits: 1 << 8 } : {},
    );
    way.drive(5, 40);
  },
  (way) => {
    way.drive(5, 50);
    way.tell(0x64, 1, 2);
    way.drive(5, 50);
    way.tell(0x65, 2, 1);
    way.drive(12, 50);
    way.tell(0x66, 2, 1);
    way.drive(5, 50);
  },
  // through midnight
  (way) => {
    way.until(midnightAfter(way.at) - 80 * MINUTE);
    way.drive(140, 62);
    way.park(15);
  },
  // without a rest that counts
  (way) => {
    way.drive(100, 55);
    way.idle(10);
    way.drive(120, 55);
    way.idle(6);
    way.drive(60, 55);
    way.park(25);
  },
  // when nobody ought to drive
  (way) => {
    way.until(midnightAfter(way.at) + 100 * MINUTE);
    way.drive(70, 58);
    way.turn();
    way.park(20);
  },
  // without data for a while: too short to end a trip, and too long
  (way) => {
    way.drive(6, 50);
    way.vanish(7, 40);
    way.drive(6, 50);
    way.vanish(12, 40);
    way.drive(6, 50);
  },
];
const NOBODY = chance(1);

const midnightAfter = (at: number) => Math.ceil((at + 8 * HOUR) / DAY) * DAY - 8 * HOUR;
