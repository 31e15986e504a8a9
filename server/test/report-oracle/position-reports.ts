import { deptOf, isWithin, type Known, type Recount, timeRange } from './recount.ts';
import { FAULT } from './slow/points.ts';
import { kmBetween } from './slow/rules.ts';

/** ERR_KIND, as people read it. */
const WORDS: Readonly<Record<keyof typeof FAULT, string>> = {
  coordinates: '经纬度',
  time: '时间',
  speed: '速度',
  heading: '方向',
  altitude: '海拔',
};

const gapSpeed = (km: number, sec: number) => (sec === 0 ? null : (km * 3600) / sec);

/** Family 406. */
export const positionReports: readonly Recount[] = [
  {
    report: 406001,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) => gapsOf(known, 300, ({ broken, incomplete }) => broken || incomplete),
    sums: { gapSec: 'sum', gapKm: 'sum' },
  },
  {
    report: 406002,
    conditions: timeRange,
    key: ['carNo', 'gpsTime'],
    rows: (known) =>
      known.cars.flatMap((car) =>
        car.track.drift
          .filter(({ at }) => isWithin(known, at))
          .map((point) => {
            const [km, sec] = [kmBetween(point.before, point), (point.at - point.before.at) / 1000];
            return {
              deptName: deptOf(car),
              carNo: car.plan.plate,
              gpsTime: point.at,
              speed: point.speedKmh,
              lng: point.lng,
              lat: point.lat,
              gapSec: sec,
              gapKm: km,
              gapSpeed: gapSpeed(km, sec),
            };
          }),
      ),
  },
  {
    report: 406003,
    conditions: timeRange,
    key: ['carNo', 'startTime'],
    rows: (known) => gapsOf(known, 1800, ({ displaced, km }) => displaced && km >= 20).map(({ gapKind: _kind, ...row }) => row),
    sums: { gapKm: 'sum' },
  },
  {
    report: 406004,
    conditions: timeRange,
    key: ['carNo', 'recvTime'],
    rows: (known) =>
      known.cars
        .flatMap((car) => [
          ...car.track.points.filter(({ at, faults }) => faults !== 0 && isWithin(known, at)).map((point) => ({ car, point })),
          ...car.track.undated.filter(({ receivedAt }) => isWithin(known, receivedAt)).map((point) => ({ car, point })),
        ])
        .map(({ car, point }) => ({
          deptName: deptOf(car),
          carNo: car.plan.plate,
          gpsTime: point.at,
          recvTime: point.receivedAt,
          speed: point.speedKmh,
          heading: point.heading,
          altitude: point.altitudeM,
          lng: point.lng,
          lat: point.lat,
          qualityText: Object.entries(FAULT)
            .flatMap(([name, bit]) => ((point.faults & bit) !== 0 ? [WORDS[name as keyof typeof FAULT]] : []))
            .join('、'),
        })),
  },
];

function gapsOf(known: Known, leastSec: number, test: (gap: Known['cars'][number]['gaps'][number]) => boolean) {
  return known.cars.flatMap((car) =>
    car.gaps
      .filter((gap) => isWithin(known, gap.fromAt) && test(gap) && (gap.toAt - gap.fromAt) / 1000 >= leastSec)
      .map(({ fromAt, toAt, km, odoKm, cause }) => ({
        deptName: deptOf(car),
        carNo: car.plan.plate,
        startTime: fromAt,
        endTime: toAt,
        gapSec: Math.round((toAt - fromAt) / 1000),
        gapKm: km,
        gapOdoKm: odoKm,
        gapSpeed: gapSpeed(km, (toAt - fromAt) / 1000),
        gapKind: cause,
      })),
  );
}
