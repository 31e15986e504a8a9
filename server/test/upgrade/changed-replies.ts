/** Fields that replies have today and the release lacked. Everything else must be equal. */
type AddedFields = {
  readonly path: string;
  /** Of `report/advanceSearchJson` only. */
  readonly reportId?: number;
  readonly fields: readonly string[];
};

const ROWS = 'report/advanceSearchJson';
/** Alarm lists lead to the minutes around an alarm, and some have cards. */
const ALARM_LISTS = [404001, 404007, 404008, 404009, 404011, 404013, 404014, 409001];
const WITH_CARDS = [401004, 403001, 403005, 403006, 404002, 170602];

/** Calls whose reply has alarms: these name the files that came. */
const ALARM_CALLS = ['warnScheme/listWarnHistory', 'mainPage/popupBoard'];

/** Dialects of terminals: settings, and suggestions from what was received. */
const DIALECT = ['headerForm', 'jsatlTable', 'textEncoding'];
const SUGGESTED = ['suggestedHeader', 'suggestedJsatlTable', 'suggestedEncoding'];

const ADDED_FIELDS: readonly AddedFields[] = [
  {
    path: 'activeSafety/alarm/getAsOverview',
    fields: ['types', 'hours', 'depts', 'vehicles', 'spots'],
  },
  { path: 'activeSafety/alarm/getTargAsalarmTypeDtl', fields: ['driver'] },
  { path: 'activeSafety/alarm/todaySafetyStatistics', fields: ['fatigue', 'distraction', 'km', 'grades'] },
  { path: 'plat/listSuperior', fields: ['supplement2013'] },
  { path: 'plat/getSuperior', fields: ['supplement2013'] },
  { path: ROWS, reportId: 403007, fields: ['fwdCars', 'fwdFill', 'fwdFail', 'fwdRate'] },
  ...ALARM_LISTS.map((reportId) => ({ path: ROWS, reportId, fields: ['around', 'cards'] })),
  { path: ROWS, reportId: 409003, fields: ['around', 'ledgerText', 'ledgerAct'] },
  ...WITH_CARDS.map((reportId) => ({ path: ROWS, reportId, fields: ['cards'] })),
  { path: ROWS, reportId: 401003, fields: ['simNo', 'upBytes', 'downBytes'] },
  { path: 'report/getOnAndOffDetail', fields: ['simNo', 'upBytes', 'downBytes'] },
  { path: ROWS, reportId: 401009, fields: ['around'] },
  { path: ROWS, reportId: 700052, fields: ['around'] },
  { path: ROWS, reportId: 405003, fields: ['about', 'areaIds'] },
  { path: ROWS, reportId: 408011, fields: ['staffCount', 'shiftName'] },
  ...[408004, 409004].map((reportId) => ({ path: ROWS, reportId, fields: ['shiftName', 'handConfirm'] })),
  { path: ROWS, reportId: 404009, fields: ['avgSpeed', 'alarmKm'] },
  ...[404011, 404013, 404014].map((reportId) => ({ path: ROWS, reportId, fields: ['alarmKm'] })),
  { path: ROWS, reportId: 403001, fields: ['filedMin'] },
  { path: ROWS, reportId: 405017, fields: ['driverCert'] },
  { path: ROWS, reportId: 405021, fields: ['mtKm', 'nextKm', 'nextDate', 'leftDays', 'remark'] },
  ...['duty/getDuty', 'duty/listShift'].map((path) => ({ path, fields: ['shiftName', 'confirmedAt', 'mayConfirm'] })),
  ...['repair/listRepair', 'repair/getRepair'].map((path) => ({
    path,
    fields: ['odometerKm', 'nextKm', 'nextOn', 'remark'],
  })),
  { path: ROWS, reportId: 409005, fields: ['day'] },
  { path: 'device/listDevice', fields: ['clockOffset', 'clockCorrection', 'suggestedUtcOffset', ...SUGGESTED] },
  { path: 'device/getDevice', fields: ['clockOffset', 'clockCorrection', 'suggestedUtcOffset', ...SUGGESTED] },
  { path: 'car/listCar', fields: ['utcOffset', ...DIALECT] },
  { path: 'car/getCar', fields: ['utcOffset', ...DIALECT] },
  ...['user/listUser', 'user/getUser', 'userSF/listUserSF', 'userSF/getUserSF'].map((path) => ({ path, fields: ['ipAllow'] })),
  { path: 'user/getLoginInfo', fields: ['units', 'videoWall', 'watermark', 'bellSounds'] },
  { path: 'report/getWarnSum', fields: ['hours'] },
  { path: 'car/getOtherParams', fields: ['openAlarms'] },
  { path: 'setting/getPlatSetting', fields: ['commandMaxKmh', 'commandApproval', 'approvalMinutes'] },
  { path: 'setting/getPlatSetting', fields: ['videoWatermark', 'cabinChannels', 'cabinView', 'cabinHours'] },
  {
    path: 'setting/getPlatSetting',
    fields: ['evidenceDays2', 'evidenceDays3', 'evidenceSkipTypes', 'evidenceLevel', 'evidenceKmh', 'evidenceMonthly'],
  },
  { path: 'track/listTrack', fields: ['vehicleType'] },
  ...ALARM_CALLS.map((path) => ({ path, fields: ['fileDone', 'fileKinds', 'fileState', 'fileReason', 'picture'] })),
  { path: ROWS, reportId: 401025, fields: ['smsRule'] },
  ...[404001, 404007, 170602].map((reportId) => ({ path: ROWS, reportId, fields: ['evidCount'] })),
  { path: ROWS, reportId: 170602, fields: ['adas', 'dsm'] },
  { path: ROWS, reportId: 418003, fields: ['patrolCount', 'patrolOk', 'patrolRate'] },
  { path: ROWS, reportId: 408008, fields: ['evidExpected', 'evidReceived', 'evidRate'] },
  ...[408012, 170508].map((reportId) => ({ path: ROWS, reportId, fields: ['evidRate'] })),
  ...[402004, 408010].map((reportId) => ({ path: ROWS, reportId, fields: ['learnHours'] })),
  { path: 'report/getDrvDetailsStatsForhz', fields: ['learnHours'] },
];

/** How a whole reply differs today: rows in another order, figures by another rule, or a refusal. */
type Change = 'order' | 'figures' | 'refused';
const CHANGES: readonly { readonly path: string; readonly reportId?: number; readonly change: Change }[] = [
  // companies without vehicles are left out
  { path: ROWS, reportId: 401001, change: 'figures' },
  // names sort by pinyin: a page has other rows
  ...[401015, 401016, 418001].map((reportId) => ({ path: ROWS, reportId, change: 'figures' as const })),
  // its hours are a condition
  { path: ROWS, reportId: 404013, change: 'figures' },
  { path: ROWS, reportId: 401017, change: 'order' },
  // the last second of a shift is not of the next one
  ...[408004, 409004].map((reportId) => ({ path: ROWS, reportId, change: 'figures' as const })),
  // all driving of the 24 hours before
  { path: ROWS, reportId: 404011, change: 'figures' },
  // a required choice of vehicles or geofences is demanded
  ...[170505, 405011, 405012, 405013, 405015].map((reportId) => ({ path: ROWS, reportId, change: 'refused' as const })),
  // overspeeds that share a moment count once; the mileage is that of the day
  ...['report/getWarnSum', 'report/getWarnSumDetail', 'report/getTarResult'].map((path) => ({
    path,
    change: 'figures' as const,
  })),
  // it has a section on files of alarms
  { path: 'safetyAna/styEeAsReport', change: 'figures' },
  // the degrees of a mean place are rounded as the place is
  ...[405003, 405007].map((reportId) => ({ path: ROWS, reportId, change: 'figures' as const })),
  // commands sort by their time
  { path: 'terminal/listCommand', change: 'order' },
  { path: 'safetyAna/vehicleAlarmDis', change: 'refused' },
  { path: 'safetyAna/vehicleAlarmTrend', change: 'refused' },
];

const isOf = (path: string, data: object) => {
  const { reportId } = data as { readonly reportId?: number };
  return (each: { readonly path: string; readonly reportId?: number }) =>
    each.path === path && each.reportId === (path === ROWS ? reportId : undefined);
};

/** How the reply of a call differs from that of the release; undefined: by added fields at most. */
export const findChange = (path: string, data: object): Change | undefined => CHANGES.find(isOf(path, data))?.change;

/** Sorts the rows of a reply. */
export const withSortedRows = (reply: unknown): unknown =>
  JSON.parse(JSON.stringify(reply), (key, value) =>
    key === 'list' && Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value,
  );

/** Fields with another value today. `path`: of this call only. */
const CHANGED_FIELDS: readonly { readonly path?: string; readonly field: string }[] = [
  // today is no longer among the days that may change
  { field: 'incomplete' },
  // it had no effect, and is on: accounts and rules have switches of their own
  { path: 'setting/getPlatSetting', field: 'smsOn' },
  // alarms of late positions are due too
  ...['due', 'inTime'].map((field) => ({ path: 'activeSafety/alarm/getAsOverview', field })),
  // they had no effect: the defaults are what the product did
  ...['messageLogDays', 'exportRows'].map((field) => ({ path: 'setting/getPlatSetting', field })),
];
export function withoutChangedFields(path: string, reply: unknown): unknown {
  const changed = new Set(CHANGED_FIELDS.filter((each) => (each.path ?? path) === path).map(({ field }) => field));
  return JSON.parse(JSON.stringify(reply), (key, value) => (changed.has(key) ? undefined : value));
}

/** Removes the fields that were added to the reply of a call, at any depth. */
export function withoutAddedFields(path: string, data: object, reply: unknown): unknown {
  const added = new Set(ADDED_FIELDS.filter(isOf(path, data)).flatMap(({ fields }) => fields));
  return JSON.parse(JSON.stringify(reply), function (this: unknown, key: string, value: unknown) {
    return added.has(key) && !Array.isArray(this) ? undefined : value;
  });
}
