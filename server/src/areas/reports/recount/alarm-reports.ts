import { rollOf } from './figures.ts';
import {
  type Cells,
  counted,
  dayKeys,
  deptOf,
  drivenDays,
  driverName,
  type Event,
  events,
  groups,
  type Known,
  lasted,
  mileage,
  most,
  ofGroup,
  per100,
  percent,
  pick,
  type Recount,
  ratio,
  SAFETY,
  staticDate,
  timeRange,
  total,
} from './recount.ts';
import { isTimely } from './slow/handled.ts';
import { dayOf, hourOf } from './slow/rules.ts';
import { DRIVERS } from './world.ts';

const GROUP_COUNTS = [
  ...(['overCount', 'fatigueCount', 'nightCount', 'areaAlarmCount', 'emergencyCount', 'deviceCount', 'safetyCount'] as const),
];
const GROUP_SUMS = Object.fromEntries(GROUP_COUNTS.map((key) => [key, 'sum' as const]));
const byCar = ({ car }: { readonly car: Event['car'] }) => car.plan.plate;
const waysOf = (known: Known, plate: string) =>
  total(
    drivenDays(known).filter((row) => byCar(row) === plate),
    mileage,
  );

const excess = ({ alarm: { maxKmh, limitKmh } }: Event): number => (100 * (maxKmh - limitKmh!)) / limitKmh!;
/** OVER_GRADE: from 10, 20 and 50 percent on. */
const gradeOf = (event: Event): number => 1 + [10, 20, 50].filter((from) => excess(event) >= from).length;
const grades = (list: readonly Event[]) =>
  Object.fromEntries([1, 2, 3, 4].map((grade) => [`grade${grade}`, list.filter((event) => gradeOf(event) === grade).length]));

/** One alarm as lists show it; HANDLE_STATE 2 handled, 3 false, 4 nobody has to. */
export const shown = (event: Event): Cells => {
  const { car, alarm, decision } = event;
  return {
    ...{ deptName: deptOf(car), carNo: car.plan.plate, driverName: driverName(car.driverAt(alarm.startAt)) },
    ...{ alarmType: String(alarm.typeId), startTime: alarm.startAt, endTime: alarm.endAt, duration: lasted(event) },
    ...{ alarmLevel: alarm.level, alarmSpeed: alarm.startKmh, maxSpeed: alarm.maxKmh, limitSpeed: alarm.limitKmh },
    handleState: decision !== null ? (decision.dealType === 6 ? 3 : 2) : alarm.needed ? 0 : 4,
    ...{ dealType: decision?.dealType ?? null, handleTime: decision?.at ?? null },
  };
};
const some = (cells: Cells, ...keys: readonly string[]): Cells => Object.fromEntries(keys.map((key) => [key, cells[key]!]));

const hoursOf = (list: readonly Event[]): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => [
      `h${String(hour).padStart(2, '0')}`,
      list.filter(({ alarm }) => hourOf(alarm.startAt) === hour).length,
    ]),
  );
const HOUR_SUMS = Object.fromEntries(Object.keys(hoursOf([])).map((key) => [key, 'sum' as const]));

/** Kinds with how often, of a company, a vehicle or all. */
const kinds = (list: readonly Event[], all: number): Cells => ({
  alarmType: String(list[0]!.alarm.typeId),
  alarmLevel: most(list, ({ alarm }) => alarm.level),
  ...{ alarmCount: list.length, shareRate: percent(list.length, all), ...hoursOf(list), prevCount: 0, momRate: null },
});
const kindOf = ({ alarm }: Event) => String(alarm.typeId);
const SAFETY_KINDS = '66,78,91';
const safetyOf = (known: Known) => ofGroup(events(known), ...SAFETY);

/** Families 404, 1705 and 1706, and those of 407, 408 and 409 that are of alarms. */
export const alarmReports: readonly Recount[] = [
  {
    report: 404001,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (known) => events(known).map(shown),
    sums: { duration: 'sum' },
  },
  {
    report: 404002,
    conditions: staticDate,
    key: ['deptName'],
    rows: (known) =>
      [...groups(known.cars, deptOf)].map(([name, cars]) => {
        const list = events(known).filter(({ car }) => deptOf(car) === name);
        const roll = rollOf(drivenDays(known).filter(({ car }) => deptOf(car) === name));
        const figures = counted(list);
        return {
          ...{ deptName: name, carTotal: cars.length, onlineCount: roll.onlineCount, alarmCars: groups(list, byCar).size },
          ...pick(figures, 'alarmCount', ...GROUP_COUNTS, 'needCount', 'handledCount', 'handleRate'),
          alarmPerCar: ratio(list.length, roll.onlineCount),
          alarmPer100: per100(list.length, roll.mileage),
        };
      }),
    sums: {
      ...{ carTotal: 'sum', onlineCount: 'sum', alarmCars: 'sum', alarmCount: 'sum', ...GROUP_SUMS, needCount: 'sum' },
      handledCount: 'sum',
      alarmPerCar: ({ alarmCount, onlineCount }) => ratio(alarmCount!, onlineCount!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
  {
    report: 404003,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(events(known), byCar)].map(([plate, list]) => ({
        ...{ carNo: plate, mileage: waysOf(known, plate), alarmPer100: per100(list.length, waysOf(known, plate)) },
        ...pick(counted(list), 'alarmCount', 'alarmSec', ...GROUP_COUNTS, 'needCount', 'handledCount', 'handleRate'),
      })),
    sums: {
      ...{ mileage: 'sum', alarmCount: 'sum', alarmSec: 'sum', ...GROUP_SUMS, needCount: 'sum', handledCount: 'sum' },
      alarmPer100: ({ alarmCount, mileage: km }) => per100(alarmCount!, km!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
  {
    report: 404004,
    conditions: staticDate,
    key: ['driverCert'],
    rows: (known) =>
      [...groups(events(known), ({ car, alarm }) => String(car.driverAt(alarm.startAt)))].map(([driver, list]) => {
        const days = known.cars.flatMap(({ driven }) => driven).filter((day) => String(day.driver) === driver);
        const counts = pick(counted(list), 'alarmCount', ...GROUP_COUNTS);
        const dsmCount = ofGroup(list, 'DSM').length;
        // of those nobody knows their way is told, too, where they are nobody's
        if (driver === 'null') return { driverCert: null, ...counts, dsmCount };
        const inRange = days.filter(({ day }) => dayKeys(known).includes(day));
        const driverKm = total(inRange, ({ km }) => km);
        return {
          ...{ driverCert: DRIVERS[Number(driver)]!.certNo, driverName: driverName(Number(driver)), ...counts, dsmCount },
          ...{ driverKm, driverSec: total(inRange, ({ driveSec }) => driveSec), alarmPer100: per100(list.length, driverKm) },
        };
      }),
    sums: { alarmCount: 'sum', ...GROUP_SUMS, dsmCount: 'sum' },
  },
  {
    report: 404006,
    conditions: staticDate,
    key: ['statDate', 'deptName'],
    rows: (known) =>
      [...groups(events(known), ({ car, alarm }) => `${dayOf(alarm.startAt)} ${deptOf(car)}`)].map(([key, list]) => {
        const figures = counted(list);
        const [statDate, deptName] = key.split(' ') as [string, string];
        return {
          ...{ statDate, deptName, ...pick(figures, 'alarmCount', 'needCount', 'handledCount', 'unhandledCount', 'falseCount') },
          ...pick(figures, 'handleRate', 'timelyCount', 'msgCount', 'phoneCount'),
          ...{ autoCount: 0, timelyRate: percent(figures.timelyCount, figures.needCount) },
          avgHandleMin: ratio(figures.handleSec / 60, figures.handledCount),
        };
      }),
    sums: {
      ...{ alarmCount: 'sum', needCount: 'sum', handledCount: 'sum', unhandledCount: 'sum', falseCount: 'sum' },
      ...{ timelyCount: 'sum', msgCount: 'sum', phoneCount: 'sum', autoCount: 'sum' },
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
      timelyRate: ({ timelyCount, needCount }) => percent(timelyCount!, needCount!),
    },
  },
  {
    report: 404007,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      events(known).flatMap((event) => {
        const { alarm, decision } = event;
        if (decision === null) return [];
        return [
          {
            ...some(
              shown(event),
              'carNo',
              'driverName',
              'alarmType',
              'alarmLevel',
              'startTime',
              'duration',
              'alarmSpeed',
              'dealType',
            ),
            ...{
              handleTime: decision.at,
              handleSec: Math.round((decision.at - alarm.startAt) / 1000),
              isTimely: isTimely(decision),
            },
          },
        ];
      }),
  },
  {
    report: 404008,
    conditions: timeRange,
    key: ['carNo', 'alarmType', 'startTime'],
    rows: (known) =>
      events(known)
        .filter(({ alarm, decision }) => alarm.needed && decision === null)
        .map((event) => some(shown(event), 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'startTime', 'alarmSpeed')),
  },
  {
    report: 404009,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      ofGroup(events(known), 'OVERSPEED')
        .filter((event) => lasted(event) >= 30)
        .map((event) => ({
          ...some(
            shown(event),
            'carNo',
            'driverName',
            'startTime',
            'endTime',
            'duration',
            'alarmSpeed',
            'maxSpeed',
            'limitSpeed',
          ),
          ...{ overRate: excess(event), overGrade: gradeOf(event), handleState: shown(event)['handleState']! },
          isNight: hourOf(event.alarm.startAt) >= 22 || hourOf(event.alarm.startAt) < 6,
        })),
    sums: { duration: 'sum', maxSpeed: 'max' },
  },
  {
    report: 404010,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(ofGroup(events(known), 'OVERSPEED'), byCar)].map(([plate, list]) => ({
        ...{ carNo: plate, mileage: waysOf(known, plate), overCount: list.length, overSec: total(list, lasted), ...grades(list) },
        maxSpeed: most(list, ({ alarm }) => alarm.maxKmh),
      })),
    sums: {
      ...{ mileage: 'sum', overCount: 'sum', overSec: 'sum', grade1: 'sum', grade2: 'sum', grade3: 'sum', grade4: 'sum' },
      maxSpeed: 'max',
    },
  },
  {
    report: 404015,
    conditions: staticDate,
    key: ['statDate', 'alarmType'],
    rows: (known) =>
      [...groups(events(known), (event) => `${dayOf(event.alarm.startAt)} ${kindOf(event)}`)].map(([key, list]) => ({
        ...{ statDate: key.split(' ')[0]!, alarmType: kindOf(list[0]!), alarmCount: list.length, alarmSec: total(list, lasted) },
        ...{ alarmCars: groups(list, byCar).size, ...hoursOf(list), prevCount: 0 },
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS, prevCount: 'sum' },
  },
  {
    report: 407011,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      ofGroup(events(known), 'TPMS').map((event) => ({
        ...some(shown(event), 'carNo', 'driverName', 'startTime', 'endTime', 'duration', 'alarmSpeed', 'handleState'),
        ...{ tyrePos: '1', tyreState: '2', tyreKpa: 480, tyreTemp: null },
      })),
    sums: { duration: 'sum' },
  },
  {
    report: 408002,
    conditions: (known) => ({ month: dayKeys(known)[0]!.slice(0, 7) }),
    key: ['carNo'],
    rows: (known) =>
      [...groups(ofGroup(events(known, [...dayKeys(known), dayOf(known.world.end)]), 'OVERSPEED'), byCar)].map(
        ([plate, list]) => {
          const confirmed = list.filter(({ decision }) => decision?.dealType !== 6);
          const figures = counted(list);
          const grade = grades(confirmed);
          const warnLevel = confirmed.length === 0 ? null : grade['grade4']! > 0 ? 3 : grade['grade3']! > 0 ? 2 : 1;
          return {
            ...{ carNo: plate, overCount: list.length, vioCount: confirmed.length, ...grade, warnLevel },
            ...{ maxSpeed: most(confirmed, ({ alarm }) => alarm.maxKmh), handledCount: figures.handledCount },
            handleRate: figures.handleRate,
          };
        },
      ),
    sums: { overCount: 'sum', vioCount: 'sum', grade1: 'sum', grade2: 'sum', grade3: 'sum', grade4: 'sum', handledCount: 'sum' },
  },
  {
    report: 408007,
    conditions: staticDate,
    key: ['carNo'],
    rows: (known) =>
      [...groups(events(known), byCar)].map(([plate, list]) => {
        const within = (ms: number) =>
          list.filter(({ alarm, decision }) => decision !== null && decision.at - alarm.startAt <= ms);
        const [contacted, closed] = [within(30 * 60_000).length, within(24 * 3_600_000).length];
        const need = counted(list).needCount;
        return {
          ...{ carNo: plate, alarmCount: list.length, dispCount: contacted, dispRate: percent(contacted, list.length) },
          ...{ needCount: need, handledCount: closed, handleRate: percent(closed, need) },
        };
      }),
    sums: {
      ...{ alarmCount: 'sum', dispCount: 'sum', needCount: 'sum', handledCount: 'sum' },
      dispRate: ({ dispCount, alarmCount }) => percent(dispCount!, alarmCount!),
      handleRate: ({ handledCount, needCount }) => percent(handledCount!, needCount!),
    },
  },
  {
    report: 409003,
    conditions: staticDate,
    key: ['carNo', 'startTime'],
    rows: (known) =>
      events(known)
        .filter(({ decision }) => decision !== null)
        .map((event) =>
          some(
            shown(event),
            ...[
              'carNo',
              'driverName',
              'alarmType',
              'startTime',
              'alarmSpeed',
              'limitSpeed',
              'duration',
              'dealType',
              'handleTime',
            ],
          ),
        ),
  },
  {
    report: 170505,
    conditions: staticDate,
    key: ['carNo', 'alarmType'],
    rows: (known) =>
      [...groups(events(known), (event) => `${byCar(event)} ${kindOf(event)}`).values()].map((list) => ({
        ...{ carNo: byCar(list[0]!), alarmSec: total(list, lasted), ...kinds(list, events(known).length) },
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170506,
    conditions: staticDate,
    key: ['deptName', 'alarmType'],
    rows: (known) =>
      [...groups(events(known), (event) => `${deptOf(event.car)} ${kindOf(event)}`).values()].map((list) => ({
        ...{ deptName: deptOf(list[0]!.car), alarmSec: total(list, lasted), alarmCars: groups(list, byCar).size },
        ...kinds(list, events(known).length),
      })),
    sums: { alarmCount: 'sum', alarmSec: 'sum', ...HOUR_SUMS },
  },
  {
    report: 170602,
    conditions: (known) => ({ ...staticDate(known), alarmTypes: SAFETY_KINDS }),
    key: ['statDate', 'carNo'],
    rows: (known) =>
      [...groups(safetyOf(known), (event) => `${dayOf(event.alarm.startAt)} ${byCar(event)}`)].map(([key, list]) => {
        const [statDate, carNo] = key.split(' ') as [string, string];
        const level = (of: number) => list.filter(({ alarm }) => alarm.level === of).length;
        const kind = (of: number) => list.filter(({ alarm }) => alarm.typeId === of).length;
        return {
          ...{ statDate, carNo, safetyCount: list.length, adasCount: ofGroup(list, 'ADAS').length, bsdCount: 0 },
          ...{ dsmCount: ofGroup(list, 'DSM').length, tpmsCount: ofGroup(list, 'TPMS').length },
          ...{ lvl1Count: level(1), lvl2Count: level(2), lvl3Count: level(3), t66: kind(66), t78: kind(78), t91: kind(91) },
          mileage: total(
            drivenDays(known).filter((row) => row.day === statDate && byCar(row) === carNo),
            mileage,
          ),
          handleRate: counted(list).handleRate,
        };
      }),
    sums: {
      ...{ mileage: 'sum', safetyCount: 'sum', adasCount: 'sum', dsmCount: 'sum', tpmsCount: 'sum', bsdCount: 'sum' },
      ...{ lvl1Count: 'sum', lvl2Count: 'sum', lvl3Count: 'sum', t66: 'sum', t78: 'sum', t91: 'sum' },
    },
  },
  {
    report: 170603,
    conditions: staticDate,
    key: ['alarmType'],
    rows: (known) => {
      const all = safetyOf(known);
      const km = total(drivenDays(known), mileage);
      return [...groups(all, kindOf).values()].map((list) => ({
        ...{ ...kinds(list, all.length), alarmGroup: list[0]!.alarm.group, alarmCars: groups(list, byCar).size },
        ...{ alarmPer100: per100(list.length, km), handleRate: counted(list).handleRate },
      }));
    },
    sums: { alarmCount: 'sum', ...HOUR_SUMS },
  },
];
