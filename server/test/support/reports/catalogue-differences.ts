import { DAY_COLUMNS } from '../../../src/modules/reports/columns/day-columns.ts';

/** The reports of a family: its code, and how many it has. */
const family = (code: number, reports: number): number[] => Array.from({ length: reports }, (_, i) => code * 1_000 + i + 1);

/** Every report of the catalogue, by its number. */
export const REPORT_IDS: readonly number[] = [
  ...[family(401, 25), family(402, 7), family(403, 8), family(404, 15), family(405, 21), family(406, 5)].flat(),
  ...[family(407, 15), family(408, 13), family(409, 10), family(418, 3), family(419, 3), family(420, 2)].flat(),
  170401,
  170402,
  170501,
  170502,
  170503,
  170504,
  170505,
  170506,
  170507,
  170508,
  170601,
  170602,
  170603,
  170604,
  700052,
];

/** Reports that are documents: files without rows. */
export const BEING_BUILT: readonly number[] = [403008];

/** Differences of reports from the catalogue, with the reason: `-` only in the catalogue, `+` only in ours. */
export type Difference = { readonly because: string; readonly of: Readonly<Record<number, readonly string[]>> };

const GROUP_COLUMNS = [
  'overCount',
  'fatigueCount',
  'nightCount',
  'areaAlarmCount',
  'emergencyCount',
  'deviceCount',
  'safetyCount',
];
const groupDrills = (report: number): string[] => GROUP_COLUMNS.map((key) => `drill-down +${key} ${report}`);
const added = (what: 'column' | 'sum', keys: readonly string[], how = ''): string[] => keys.map((key) => `${what} +${key}${how}`);

export const DIFFERENCES: readonly Difference[] = [
  {
    because:
      'a file is opened by the action of its row, which is counted and recorded, and by no address that could be passed on',
    of: { 409006: ['column -docUrl'], 409007: ['column -docUrl'], 409008: ['column -docUrl'] },
  },
  {
    because: 'a driver’s figure leads here',
    of: { 404009: ['condition +driverIds 15'] },
  },
  {
    because: 'links from a shift, a day or a month of a user show the alarms handled then, whatever their start',
    of: { 404007: ['condition +byHandleTime 6 0'] },
  },
  {
    because: 'patrols of a day lead here',
    of: { 405020: ['condition +patrolOnly 6 0'] },
  },
  {
    because: 'rates of checks exist for companies only, their numbers always',
    of: { 418003: ['chart -bar deptName spotRate', 'chart +bar deptName spotCount'] },
  },
  {
    because: 'companies are marked for their coaches and dangerous goods unless others are chosen',
    of: { 402001: ['condition -industries 4 INDUSTRY', 'condition +industries 4 1,2,3 INDUSTRY'] },
  },
  {
    because: 'runs on time are counted over all rows',
    of: { 405015: ['sum +onTimeRate ratio'] },
  },
  {
    because: 'the part of the map is drawn in the condition itself',
    of: { 406005: ['condition +region 31'] },
  },
  {
    because: 'the phases of expiries have the name that no other enumeration of the product has',
    of: {
      401017: ['condition -expState 3 EXPIRY_STATE', 'condition +expState 3 EXPIRY_PHASE'],
      401019: ['condition -expState 3 due EXPIRY_STATE', 'condition +expState 3 due EXPIRY_PHASE'],
      401020: ['condition -expState 3 due EXPIRY_STATE', 'condition +expState 3 due EXPIRY_PHASE'],
    },
  },
  {
    because: 'a vehicle that was online for whatever time is one of the rows',
    of: { 401002: ['condition -onlineHours 18 0,24', 'condition +onlineHours 18'] },
  },
  {
    because: 'days are read from the newest',
    of: { 401002: ['order -deptName asc', 'order +statDate desc'] },
  },
  {
    because: 'has totals of all additive columns; rates are recalculated from the sums of their parts',
    of: {
      170505: ['sum +prevCount sum', 'sum +momRate ratio'],
      170506: ['sum +prevCount sum', 'sum +momRate ratio'],
      170601: ['sum +alarmPer100 ratio', 'sum +handleRate ratio', 'sum +timelyRate ratio', 'sum +falseRate ratio'],
      170602: ['sum +handleRate ratio'],
      170603: ['sum +prevCount sum', 'sum +momRate ratio', 'sum +handleRate ratio'],
      401008: ['sum +runDays sum', 'sum +avgDayMileage ratio'],
      404002: ['sum +onlineCount sum', 'sum +alarmPerCar ratio', 'sum +alarmPer100 ratio'],
      404003: ['sum +alarmPer100 ratio'],
      404005: ['sum +alarmPer100 ratio', 'sum +prevCount sum', 'sum +momRate ratio'],
      404006: ['sum +avgHandleMin ratio'],
      404015: ['sum +prevCount sum', 'sum +momRate ratio'],
      418001: ['sum +onlineCount sum', 'sum +driftCars sum', 'sum +validRate ratio', 'sum +trackRate ratio'],
      418002: ['sum +onlineTimeRate ratio', ...added('sum', DAY_COLUMNS, ' ratio')],
    },
  },
  {
    because: 'groups stand before the kinds of alarms: they say more where all kinds are asked for',
    of: {
      404002: [...added('column', GROUP_COLUMNS), ...added('sum', GROUP_COLUMNS, ' sum')],
      404003: [...added('column', GROUP_COLUMNS), ...added('sum', GROUP_COLUMNS, ' sum')],
    },
  },
  {
    because: 'of drivers more groups of alarms are counted, and how many on a hundred kilometres of all of them',
    of: {
      404004: [
        'column +nightCount',
        'column +areaAlarmCount',
        'column +emergencyCount',
        'column +deviceCount',
        'column +safetyCount',
        'sum +nightCount sum',
        'sum +areaAlarmCount sum',
        'sum +emergencyCount sum',
        'sum +deviceCount sum',
        'sum +safetyCount sum',
        'sum +alarmPer100 ratio',
      ],
    },
  },
  {
    because: 'what a row is shows itself, and is drawn',
    of: {
      401009: ['column +carState', 'chart -pie statusText count', 'chart +pie carState count'],
      404011: ['column +alarmType'],
      409005: ['column +supRecv', 'column in another order', 'order -chkTime asc', 'order +ledgerNo asc'],
    },
  },
  {
    because: 'charts draw columns along rows, and a wheel goes round them for each row',
    of: {
      170501: [
        'chart -radar index speedIdx,fatigueIdx,distractIdx,collideIdx,nightIdx',
        'chart +radar carNo speedIdx,fatigueIdx,distractIdx,collideIdx,nightIdx',
      ],
      170502: [
        'chart -radar index speedIdx,fatigueIdx,distractIdx,collideIdx,nightIdx',
        'chart +radar deptName speedIdx,fatigueIdx,distractIdx,collideIdx,nightIdx',
      ],
      401011: ['chart -pie state driveSec,idleSec,parkSec,noDataSec', 'chart +bar carNo driveSec,idleSec,parkSec,noDataSec'],
      401014: [
        'chart -bar band band1,band2,band3,band4,band5,band6,band7',
        'chart +bar statDate band1,band2,band3,band4,band5,band6,band7',
      ],
    },
  },
  {
    because: 'the days of a document are one of its sections',
    of: { 170507: ['chart -bar day safetyCount'], 170508: ['chart -bar day safetyCount'] },
  },
  {
    because: 'every report has an order, one of a single row too',
    of: {
      170501: ['order - asc', 'order +riskScore desc'],
      170502: ['order - asc', 'order +riskScore desc'],
      170507: ['order - asc', 'order +carNo asc'],
      170508: ['order - asc', 'order +deptName asc'],
    },
  },
  {
    because: 'a column has one figure at its foot',
    of: { 407006: ['sum -tempVal min'], 407010: ['sum -tyreKpa max'] },
  },
  {
    because: 'how something was decided and what was said of it are columns of their own, for those who want them',
    of: { 409003: ['column +dealType', 'column +handleNote'] },
  },
  {
    because: 'the screen catalogue (4.4) has what the device measured',
    of: {
      170401: added('column', ['frontSpeed', 'frontGap', 'departSide', 'roadSign', 'signValue']),
      170402: ['column +fatigueDegree', 'column +identityMatch'],
    },
  },
  {
    because: 'counts of alarms lead to their alarms, too',
    of: {
      404002: [...groupDrills(404003), 'drill-down +alarmCount 404003'].toSorted(),
      404003: groupDrills(404001),
      404004: [...groupDrills(404001), 'drill-down +typeCols 404001'],
      404011: ['drill-down +startTime 401010'],
      408007: ['drill-down +typeCols 404001'],
      408010: ['drill-down +fatigueCount 404011'],
      170602: ['drill-down +safetyCount 404001'],
      402005: ['drill-down +spotCount 408006'],
    },
  },
  {
    because: 'a month is shown once it is over, its days at once',
    of: { 401007: ['drill-down +mileage 405002'], 401013: ['drill-down +runDays 405001'] },
  },
  {
    because: 'cities outside the home region are no geofences, and the target demands geofences',
    of: { 405014: ['drill-down -outTimes 405011'] },
  },
];
