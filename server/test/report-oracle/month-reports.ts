import { rollOf } from './figures.ts';
import {
  carDays,
  counted,
  deptOf,
  drivenDays,
  events,
  groups,
  type Known,
  mileage,
  month,
  monthKeys,
  percent,
  type Recount,
  total,
  trackRate,
} from './recount.ts';
import { dayOf } from './slow/rules.ts';

const ofMonth = (known: Known) => drivenDays(known, monthKeys(known));
const byCar = (known: Known) => ({ ...month(known), groupBy: 'car' });
const byDept = (known: Known) => ({ ...month(known), groupBy: 'dept' });
type Days = ReturnType<typeof ofMonth>;
const cars = (known: Known): [string, Days][] => [...groups(ofMonth(known), ({ car }) => car.plan.plate)];
const companies = (known: Known): [string, Days][] => [...groups(ofMonth(known), ({ car }) => deptOf(car))];

/** By vehicle and by company the same figures. */
const both = (
  report: number,
  figures: (rows: Days) => Record<string, number | null>,
  sums: NonNullable<Recount['sums']>,
): Recount[] => [
  {
    report,
    conditions: byCar,
    key: ['carNo'],
    sums,
    rows: (known) => cars(known).map(([carNo, rows]) => ({ statMonth: month(known).month, carNo, ...figures(rows) })),
  },
  {
    report,
    conditions: byDept,
    key: ['deptName'],
    sums,
    rows: (known) => companies(known).map(([deptName, rows]) => ({ statMonth: month(known).month, deptName, ...figures(rows) })),
  },
];
const validRate = ({ pointValid, pointTotal }: Readonly<Record<string, number>>) => percent(pointValid!, pointTotal!);

/** Positions of a month of every vehicle there is (418001). */
const positioning = (known: Known, list: Known['cars']): Record<string, number | null> => {
  const rows = ofMonth(known).filter(({ car }) => list.includes(car));
  const roll = rollOf(rows);
  const located = list.filter((car) => rows.some((row) => row.car === car && row.figures.located > 0)).length;
  const gaps = (test: (gap: Known['cars'][number]['gaps'][number]) => boolean) =>
    list.map((car) => car.gaps.filter((gap) => monthKeys(known).includes(dayOf(gap.fromAt)) && test(gap)).length);
  const moves = gaps(({ displaced }) => displaced);
  return {
    carTotal: list.length,
    onlineCount: roll.onlineCount,
    posCars: located,
    noPosCars: roll.onlineCount - located,
    breakCars: gaps(({ broken }) => broken).filter((n) => n > 0).length,
    gapCount: roll.gapCount,
    moveCars: moves.filter((n) => n > 0).length,
    moveCount: moves.reduce((all, n) => all + n, 0),
    validRate: percent(roll.pointValid, roll.pointTotal),
    driftCars: roll.driftCars,
    trackRate: roll.onlineCount === 0 ? null : trackRate(roll.trackOkKm, roll.trackGapKm),
  };
};
/** Days from the first on which it was heard of to the end of the month. */
const daysDue = (known: Known, car: Known['cars'][number]): number => {
  const first = [...car.days].find(([, { pointValid }]) => pointValid > 0)?.[0];
  if (first === undefined) return 0;
  const [year, number] = month(known).month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate() - Number(first.slice(-2)) + 1;
};
const onlineOf = (known: Known, list: Known['cars']) => {
  const rows = ofMonth(known).filter(({ car }) => list.includes(car));
  const shouldOnline = total(list, (car) => daysDue(known, car));
  const onlineCount = rollOf(rows).onlineDays;
  const onlineSec = total(
    carDays(known, monthKeys(known)).filter(({ car }) => list.includes(car)),
    ({ online }) => online?.onlineSec ?? 0,
  );
  return {
    shouldOnline,
    onlineCount,
    onlineSec,
    mileage: total(rows, mileage),
    onlineRate: percent(onlineCount, shouldOnline),
    onlineTimeRate: percent(onlineSec, shouldOnline * 86_400),
  };
};

/** Families 402, 403 and 418. */
export const monthReports: readonly Recount[] = [
  {
    report: 402003,
    conditions: month,
    key: ['carNo'],
    rows: (known) =>
      cars(known).map(([plate, rows]) => {
        const roll = rollOf(rows);
        const alarms = counted(events(known, monthKeys(known)).filter(({ car }) => car.plan.plate === plate));
        const fatigues = counted(
          events(known, monthKeys(known)).filter(({ car, alarm }) => car.plan.plate === plate && alarm.group === 'FATIGUE'),
        );
        return {
          statMonth: month(known).month,
          carNo: plate,
          onlineDays: roll.onlineDays,
          mileage: roll.mileage,
          onlineSec: total(
            carDays(known, monthKeys(known)).filter(({ car }) => car.plan.plate === plate),
            ({ online }) => online?.onlineSec ?? 0,
          ),
          pointTotal: roll.pointTotal,
          pointValid: roll.pointValid,
          pointInvalid: roll.pointTotal - roll.pointValid,
          validRate: percent(roll.pointValid, roll.pointTotal),
          driftCount: roll.driftCount,
          isDrift: roll.driftCars > 0,
          trackGapKm: roll.trackGapKm,
          trackOkKm: roll.trackOkKm,
          trackRate: trackRate(roll.trackOkKm, roll.trackGapKm),
          overCount: alarms.overCount,
          fatigueCount: alarms.fatigueCount,
          fatigueSec: fatigues.alarmSec,
          nightCount: 0,
        };
      }),
    sums: {
      mileage: 'sum',
      pointTotal: 'sum',
      pointValid: 'sum',
      pointInvalid: 'sum',
      driftCount: 'sum',
      trackGapKm: 'sum',
      trackOkKm: 'sum',
      overCount: 'sum',
      fatigueCount: 'sum',
      fatigueSec: 'sum',
      nightCount: 'sum',
      validRate,
    },
  },
  ...both(
    403002,
    (rows) => {
      const { onlineCount, trackOkKm, trackGapKm, gapCount, maxGap } = rollOf(rows);
      const rate = trackRate(trackOkKm, trackGapKm);
      return { onlineCount, trackKm: trackOkKm + trackGapKm, trackOkKm, trackGapKm, trackRate: rate, gapCount, maxGap };
    },
    {
      trackKm: 'sum',
      trackOkKm: 'sum',
      trackGapKm: 'sum',
      gapCount: 'sum',
      trackRate: ({ trackOkKm, trackGapKm }) => trackRate(trackOkKm!, trackGapKm!),
    },
  ),
  ...both(
    403003,
    (rows) => {
      const { pointTotal, pointValid, errCoord, errTime, errSpeed, errHeading, errAltitude, notFixed } = rollOf(rows);
      return {
        pointTotal,
        pointValid,
        pointInvalid: pointTotal - pointValid,
        validRate: percent(pointValid, pointTotal),
        errCoord,
        errTime,
        errSpeed,
        errHeading,
        errAltitude,
        errOther: 0,
        notFixed,
      };
    },
    {
      pointTotal: 'sum',
      pointValid: 'sum',
      pointInvalid: 'sum',
      errCoord: 'sum',
      errTime: 'sum',
      errSpeed: 'sum',
      errHeading: 'sum',
      errAltitude: 'sum',
      errOther: 'sum',
      notFixed: 'sum',
      validRate,
    },
  ),
  ...both(
    403004,
    (rows) => {
      const { onlineCount, driftCars, driftCount } = rollOf(rows);
      return { onlineCount, driftCars, driftCount, driftRate: percent(driftCars, onlineCount) };
    },
    {
      onlineCount: 'sum',
      driftCars: 'sum',
      driftCount: 'sum',
      driftRate: ({ driftCars, onlineCount }) => percent(driftCars!, onlineCount!),
    },
  ),
  {
    report: 418001,
    conditions: byCar,
    key: ['carNo'],
    rows: (known) => known.cars.map((car) => ({ carNo: car.plan.plate, deptName: deptOf(car), ...positioning(known, [car]) })),
    sums: { carTotal: 'sum', onlineCount: 'sum', posCars: 'sum', breakCars: 'sum', gapCount: 'sum', moveCount: 'sum' },
  },
  {
    report: 418001,
    conditions: byDept,
    key: ['deptName'],
    rows: (known) => [...groups(known.cars, deptOf)].map(([deptName, list]) => ({ deptName, ...positioning(known, list) })),
    sums: { carTotal: 'sum', onlineCount: 'sum', posCars: 'sum', breakCars: 'sum', gapCount: 'sum', moveCount: 'sum' },
  },
  {
    report: 418002,
    conditions: byCar,
    key: ['carNo'],
    rows: (known) => known.cars.map((car) => ({ carNo: car.plan.plate, ...onlineOf(known, [car]) })),
    sums: {
      shouldOnline: 'sum',
      onlineCount: 'sum',
      onlineSec: 'sum',
      mileage: 'sum',
      onlineRate: ({ onlineCount, shouldOnline }) => percent(onlineCount!, shouldOnline!),
    },
  },
  {
    report: 418002,
    conditions: byDept,
    key: ['deptName'],
    rows: (known) => [...groups(known.cars, deptOf)].map(([deptName, list]) => ({ deptName, ...onlineOf(known, list) })),
    sums: { shouldOnline: 'sum', onlineCount: 'sum', onlineSec: 'sum', mileage: 'sum' },
  },
];
