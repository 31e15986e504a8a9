import { formatDay } from '../vehicle/definitions.ts';
import {
  countAlarms,
  departmentName,
  groupBy,
  listAlarmEvents,
  listDrivenDays,
  listVehicleDays,
  mileage,
  month,
  monthKeys,
  type OracleData,
  type OracleReport,
  percent,
  sumBy,
  trackRate,
} from './oracle-report.ts';
import { sumDays } from './sum-days.ts';

const ofMonth = (oracle: OracleData) => listDrivenDays(oracle, monthKeys(oracle));
const byCar = (oracle: OracleData) => ({ ...month(oracle), groupBy: 'car' });
const byDept = (oracle: OracleData) => ({ ...month(oracle), groupBy: 'dept' });
type Days = ReturnType<typeof ofMonth>;
const cars = (oracle: OracleData): [string, Days][] => [...groupBy(ofMonth(oracle), ({ car }) => car.plan.plate)];
const companies = (oracle: OracleData): [string, Days][] => [...groupBy(ofMonth(oracle), ({ car }) => departmentName(car))];

/** The same figures by vehicle and by company. */
const both = (
  report: number,
  figures: (rows: Days) => Record<string, number | null>,
  sums: NonNullable<OracleReport['sums']>,
): OracleReport[] => [
  {
    report,
    conditions: byCar,
    key: ['carNo'],
    sums,
    rows: (oracle) => cars(oracle).map(([carNo, rows]) => ({ statMonth: month(oracle).month, carNo, ...figures(rows) })),
  },
  {
    report,
    conditions: byDept,
    key: ['deptName'],
    sums,
    rows: (oracle) =>
      companies(oracle).map(([deptName, rows]) => ({ statMonth: month(oracle).month, deptName, ...figures(rows) })),
  },
];
const validRate = ({ pointValid, pointTotal }: Readonly<Record<string, number>>) => percent(pointValid!, pointTotal!);

/** Positions of every vehicle in a month (418001). */
const positioning = (oracle: OracleData, list: OracleData['cars']): Record<string, number | null> => {
  const rows = ofMonth(oracle).filter(({ car }) => list.includes(car));
  const roll = sumDays(rows);
  const located = list.filter((car) => rows.some((row) => row.car === car && row.figures.located > 0)).length;
  const gaps = (test: (gap: OracleData['cars'][number]['gaps'][number]) => boolean) =>
    list.map((car) => car.gaps.filter((gap) => monthKeys(oracle).includes(formatDay(gap.fromAt)) && test(gap)).length);
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
/** Days from the first with data to the end of the month. */
const daysDue = (oracle: OracleData, car: OracleData['cars'][number]): number => {
  const first = [...car.days].find(([, { pointValid }]) => pointValid > 0)?.[0];
  if (first === undefined) return 0;
  const [year, number] = month(oracle).month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate() - Number(first.slice(-2)) + 1;
};
const countOnlineVehicles = (oracle: OracleData, list: OracleData['cars']) => {
  const rows = ofMonth(oracle).filter(({ car }) => list.includes(car));
  const shouldOnline = sumBy(list, (car) => daysDue(oracle, car));
  const onlineCount = sumDays(rows).onlineDays;
  const onlineSec = sumBy(
    listVehicleDays(oracle, monthKeys(oracle)).filter(({ car }) => list.includes(car)),
    ({ online }) => online?.onlineSec ?? 0,
  );
  return {
    shouldOnline,
    onlineCount,
    onlineSec,
    mileage: sumBy(rows, mileage),
    onlineRate: percent(onlineCount, shouldOnline),
    onlineTimeRate: percent(onlineSec, shouldOnline * 86_400),
  };
};

/** Families 402, 403 and 418. */
export const monthReports: readonly OracleReport[] = [
  {
    report: 402003,
    conditions: month,
    key: ['carNo'],
    rows: (oracle) =>
      cars(oracle).map(([plate, rows]) => {
        const roll = sumDays(rows);
        const alarms = countAlarms(listAlarmEvents(oracle, monthKeys(oracle)).filter(({ car }) => car.plan.plate === plate));
        const fatigues = countAlarms(
          listAlarmEvents(oracle, monthKeys(oracle)).filter(
            ({ car, alarm }) => car.plan.plate === plate && alarm.group === 'FATIGUE',
          ),
        );
        return {
          statMonth: month(oracle).month,
          carNo: plate,
          onlineDays: roll.onlineDays,
          mileage: roll.mileage,
          onlineSec: sumBy(
            listVehicleDays(oracle, monthKeys(oracle)).filter(({ car }) => car.plan.plate === plate),
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
      const { onlineCount, trackOkKm, trackGapKm, gapCount, maxGap } = sumDays(rows);
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
      const { pointTotal, pointValid, errCoord, errTime, errSpeed, errHeading, errAltitude, notFixed } = sumDays(rows);
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
      const { onlineCount, driftCars, driftCount } = sumDays(rows);
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
    rows: (oracle) =>
      oracle.cars.map((car) => ({ carNo: car.plan.plate, deptName: departmentName(car), ...positioning(oracle, [car]) })),
    sums: { carTotal: 'sum', onlineCount: 'sum', posCars: 'sum', breakCars: 'sum', gapCount: 'sum', moveCount: 'sum' },
  },
  {
    report: 418001,
    conditions: byDept,
    key: ['deptName'],
    rows: (oracle) =>
      [...groupBy(oracle.cars, departmentName)].map(([deptName, list]) => ({ deptName, ...positioning(oracle, list) })),
    sums: { carTotal: 'sum', onlineCount: 'sum', posCars: 'sum', breakCars: 'sum', gapCount: 'sum', moveCount: 'sum' },
  },
  {
    report: 418002,
    conditions: byCar,
    key: ['carNo'],
    rows: (oracle) => oracle.cars.map((car) => ({ carNo: car.plan.plate, ...countOnlineVehicles(oracle, [car]) })),
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
    rows: (oracle) =>
      [...groupBy(oracle.cars, departmentName)].map(([deptName, list]) => ({ deptName, ...countOnlineVehicles(oracle, list) })),
    sums: { shouldOnline: 'sum', onlineCount: 'sum', onlineSec: 'sum', mileage: 'sum' },
  },
];
