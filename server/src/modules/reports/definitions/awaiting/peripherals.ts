import type { AwaitingReport, DrillDown } from '../../model/definition.ts';
import {
  areas,
  carTypes,
  channels,
  company,
  days,
  MAX_POSITION_DAYS,
  minutes,
  number,
  one,
  some,
  times,
  vehicle,
  vehicles,
} from '../../model/filters.ts';

const PAGE = '/report/carperipheralreport';
const TRACK = 401010;
const FUEL = { curve: 407001, ofDay: 407002, refuelled: 407004, lost: 407005 } as const;
const TEMPERATURE = { curve: 407006, exceeded: 407008 } as const;
const LOAD_CURVE = 407012;

const carNo = { key: 'carNo', fixed: true } as const;
const statDate = { key: 'statDate', fixed: true } as const;
const CAR = ['deptName', carNo, 'plateColor', 'carType'] as const;
const sensors = (report: Omit<AwaitingReport, 'awaits'>): AwaitingReport => ({ ...report, awaits: ['sensorReadings'] });
/** A drill-down from a reading to the track around it. */
const toTrack = (column: string): DrillDown => ({
  column,
  report: TRACK,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange: 'row.time' },
});
const ofVehicle = (column: string, report: number, timeRange: string): DrillDown => ({
  column,
  report,
  takes: { deptId: 'deptId', carIds: 'row.carId', timeRange },
});
const toCurve = (column: string, report: number, timeRange = 'row.time'): DrillDown => ({
  column,
  report,
  takes: { deptId: 'deptId', carId: 'row.carId', timeRange },
});
const curve = [company, vehicle, times('-1', MAX_POSITION_DAYS), channels] as const;
const fuelEvent = [
  'tankNo',
  'startTime',
  'endTime',
  'duration',
  'beforeL',
  'afterL',
  'changeL',
  'position',
  'lng',
  'lat',
] as const;

/** Fuel, temperature, humidity, tyres and loads (report catalogue, family 407). */
export const peripheralReports: readonly AwaitingReport[] = [
  sensors({
    id: FUEL.curve,
    page: `${PAGE}/fuelCurve`,
    filters: curve,
    columns: [carNo, 'gpsTime', 'tankNo', 'fuelLevel', 'speed', 'accState', 'odometer', 'position'],
    chart: { type: 'line', x: 'gpsTime', y: ['fuelLevel', 'speed'] },
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'asc'],
  }),
  sensors({
    id: FUEL.ofDay,
    page: `${PAGE}/fuelConsumption`,
    filters: [company, vehicles, carTypes, days('-7,-1')],
    columns: [
      ...[statDate, ...CAR, 'mileage', 'fuelStart', 'refuelL', 'theftL', 'fuelEnd', 'fuelUsed', 'idleFuel', 'fuel100'],
      'fuelHour',
    ],
    sums: { mileage: 'sum', refuelL: 'sum', theftL: 'sum', fuelUsed: 'sum', idleFuel: 'sum', fuel100: 'ratio' },
    chart: { type: 'bar', x: 'statDate', y: ['fuelUsed'] },
    drills: [
      ofVehicle('refuelL', FUEL.refuelled, 'row.day'),
      ofVehicle('theftL', FUEL.lost, 'row.day'),
      toCurve('fuelUsed', FUEL.curve, 'row.day'),
    ],
    order: ['statDate', 'desc'],
  }),
  sensors({
    id: 407003,
    page: `${PAGE}/fuelMileage`,
    filters: [company, vehicles, carTypes, days('curMonth')],
    columns: [
      ...[...CAR, 'statPeriod', 'mileage', 'refuelL', 'fuelUsed', 'fuel100', 'stdFuel100', 'fuelDiff', 'idleFuel', 'fuelHour'],
    ],
    sums: { mileage: 'sum', refuelL: 'sum', fuelUsed: 'sum', idleFuel: 'sum', fuel100: 'ratio' },
    chart: { type: 'bar', x: 'carNo', y: ['fuel100', 'stdFuel100'] },
    drills: [{ column: 'fuelUsed', report: FUEL.ofDay, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'range' } }],
    order: ['fuelDiff', 'desc'],
  }),
  sensors({
    id: FUEL.refuelled,
    page: `${PAGE}/refuelDetail`,
    filters: [company, vehicles, times('dtOneMonth'), number('minL', 10)],
    columns: ['deptName', carNo, 'driverName', ...fuelEvent],
    sums: { changeL: 'sum' },
    chart: { type: 'bar', x: 'startTime', y: ['changeL'] },
    drills: [toCurve('startTime', FUEL.curve)],
    order: ['startTime', 'desc'],
  }),
  sensors({
    id: FUEL.lost,
    page: `${PAGE}/fuelTheftDetail`,
    filters: [company, vehicles, times('dtOneMonth'), number('minL', 5)],
    columns: ['deptName', carNo, 'driverName', ...fuelEvent, 'accState', 'handleState', 'handleNote'],
    sums: { changeL: 'sum' },
    chart: { type: 'bar', x: 'startTime', y: ['changeL'] },
    drills: [toCurve('startTime', FUEL.curve)],
    order: ['startTime', 'desc'],
  }),
  sensors({
    id: TEMPERATURE.curve,
    page: `${PAGE}/temperatureCurve`,
    filters: curve,
    columns: [carNo, 'gpsTime', 'tempNo', 'tempVal', 'tempLow', 'tempHigh', 'humVal', 'speed', 'position'],
    sums: { tempVal: 'max' },
    chart: { type: 'line', x: 'gpsTime', y: ['tempVal', 'humVal'] },
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'asc'],
  }),
  sensors({
    id: 407007,
    page: `${PAGE}/temperatureSummary`,
    filters: [company, vehicles, carTypes, days('-7,-1')],
    columns: [
      ...[statDate, ...CAR, 'tempNo', 'tempMin', 'tempMax', 'tempAvg', 'tempLow', 'tempHigh', 'tempOver', 'tempOk'],
      'sensorCount',
    ],
    sums: { tempOver: 'sum', sensorCount: 'sum', tempMin: 'min', tempMax: 'max' },
    chart: { type: 'line', x: 'statDate', y: ['tempMin', 'tempMax', 'tempAvg'] },
    drills: [ofVehicle('tempOver', TEMPERATURE.exceeded, 'row.day'), toCurve('tempAvg', TEMPERATURE.curve, 'row.day')],
    order: ['statDate', 'desc'],
  }),
  sensors({
    id: TEMPERATURE.exceeded,
    page: `${PAGE}/temperatureAlarm`,
    filters: [company, vehicles, times('-1'), minutes('durationMin', 5)],
    columns: [
      ...['deptName', carNo, 'tempNo', 'startTime', 'endTime', 'duration', 'tempVal', 'tempLow', 'tempHigh', 'startPos'],
      ...['handleState', 'handleNote'],
    ],
    sums: { duration: 'sum' },
    drills: [toCurve('startTime', TEMPERATURE.curve)],
    order: ['startTime', 'desc'],
  }),
  sensors({
    id: 407009,
    page: `${PAGE}/humidityReport`,
    filters: [company, vehicles, days('-7,-1')],
    columns: [statDate, ...CAR, 'channelNo', 'humMin', 'humMax', 'humAvg', 'sensorCount'],
    sums: { humMin: 'min', humMax: 'max', sensorCount: 'sum' },
    chart: { type: 'line', x: 'statDate', y: ['humAvg'] },
    drills: [toCurve('humAvg', TEMPERATURE.curve, 'row.day')],
    order: ['statDate', 'desc'],
  }),
  sensors({
    id: 407010,
    page: `${PAGE}/tyrePressureDetail`,
    filters: curve,
    columns: [carNo, 'gpsTime', 'tyrePos', 'tyreKpa', 'tyreTemp', 'tyreBatt', 'tyreState', 'speed', 'position'],
    sums: { tyreKpa: 'min', tyreTemp: 'max' },
    chart: { type: 'line', x: 'gpsTime', y: ['tyreKpa', 'tyreTemp'] },
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'asc'],
  }),
  sensors({
    id: LOAD_CURVE,
    page: `${PAGE}/loadCurve`,
    filters: [company, vehicle, times('-1', MAX_POSITION_DAYS)],
    columns: [carNo, 'gpsTime', 'loadKg', 'loadState', 'ratedKg', 'speed', 'accState', 'position'],
    sums: { loadKg: 'max' },
    chart: { type: 'line', x: 'gpsTime', y: ['loadKg'] },
    drills: [toTrack('gpsTime')],
    order: ['gpsTime', 'asc'],
  }),
  sensors({
    id: 407013,
    page: `${PAGE}/loadEvent`,
    filters: [company, vehicles, areas, times('-1'), number('minKg', 500)],
    columns: [
      ...['deptName', carNo, 'driverName', 'loadKind', 'startTime', 'endTime', 'duration', 'beforeKg', 'afterKg', 'changeKg'],
      ...['position', 'areaName'],
    ],
    sums: { changeKg: 'sum' },
    chart: { type: 'bar', x: 'carNo', y: ['changeKg'] },
    drills: [toCurve('startTime', LOAD_CURVE)],
    order: ['startTime', 'desc'],
  }),
  sensors({
    id: 407014,
    page: `${PAGE}/overloadDetail`,
    filters: [company, vehicles, times('-1'), number('rateOver', 0)],
    columns: [
      ...[...CAR, 'driverName', 'startTime', 'endTime', 'duration', 'loadKg', 'ratedKg', 'overKg', 'overLoadRate', 'alarmKm'],
      ...['startPos', 'endPos', 'handleState', 'handleNote'],
    ],
    sums: { duration: 'sum', alarmKm: 'sum', overKg: 'max' },
    drills: [toCurve('startTime', LOAD_CURVE)],
    order: ['startTime', 'desc'],
  }),
  sensors({
    id: 407015,
    page: `${PAGE}/sensorStatus`,
    filters: [company, vehicles, some('sensorKinds', 'SENSOR_KIND'), one('sensorState', 'SENSOR_STATE')],
    columns: [...CAR, 'sensorKind', 'channelNo', 'sensorCount', 'sensorBad', 'sensorLast', 'sensorState', 'lastOnline'],
    sums: { sensorCount: 'sum', sensorBad: 'sum' },
    chart: { type: 'pie', x: 'sensorState', y: ['count'] },
    drills: [toTrack('sensorLast')],
    order: ['sensorState', 'asc'],
  }),
];
