import { describe, expect, it } from 'vitest';
import { setupPages } from '../../console/src/features/terminal-settings/setup-pages.ts';
import { RULE_CODES, ruleParamNames } from '../../packages/contract/src/alarm-rules/kinds.ts';
import { SchemeBase } from '../../packages/contract/src/alarm-rules/schemas.ts';
import { EVIDENCE_REASONS, EVIDENCE_STATES } from '../../packages/contract/src/alarms/attachments.ts';
import type { Call } from '../../packages/contract/src/call.ts';
import { callTables } from '../../packages/contract/src/call-tables.ts';
import { terminalCommands } from '../../packages/contract/src/commands/terminal-commands.ts';
import { ROLLOUT_ACTIONS } from '../../packages/contract/src/firmware/firmware-limits.ts';
import { builtInRoles } from '../../packages/contract/src/identity/built-in-roles.ts';
import { sessionEnds } from '../../packages/contract/src/identity/session-ends.ts';
import { MESSAGE_KINDS } from '../../packages/contract/src/messages/message-limits.ts';
import { permissionTree } from '../../packages/contract/src/permission-tree.ts';
import { QUOTA_ITEMS } from '../../packages/contract/src/quotas/quota-items.ts';
import { offlineReasons } from '../../packages/contract/src/region-search/schemas.ts';
import { repairActions } from '../../packages/contract/src/repairs/repair-moves.ts';
import { batchPackages } from '../../packages/contract/src/reports/batch/batch-packages.ts';
import { schedulePeriods, scheduleTurns } from '../../packages/contract/src/reports/schedules/schedule-periods.ts';
import { RECORD_ACTIONS } from '../../packages/contract/src/resources/record-actions.ts';
import { resources } from '../../packages/contract/src/resources.ts';
import type { ShownRow } from '../../packages/contract/src/settings/platform-settings.ts';
import { platformSettings } from '../../packages/contract/src/settings/platform-settings.ts';
import type { SettingFault } from '../../packages/contract/src/settings/setting-fault.ts';
import { TaskState } from '../../packages/contract/src/tasks/schemas.ts';
import { innerKeys } from '../../packages/contract/src/terminal-settings/parameter-fields.ts';
import { PARAMETER_GROUPS } from '../../packages/contract/src/terminal-settings/parameter-groups.ts';
import { terminalParameters } from '../../packages/contract/src/terminal-settings/parameter-table.ts';
import { SET_STATES } from '../../packages/contract/src/terminal-settings/schemas.ts';
import { ALARM_TYPES } from '../../packages/domain/src/alarm-types.ts';
import { SEGMENT_LIMITS } from '../../packages/domain/src/area-geometry.ts';
import { DISPLAY_MAPS } from '../../packages/domain/src/display-maps.ts';
import { ENUMERATIONS } from '../../packages/domain/src/enumerations.ts';
import { PLATE_COLOURS } from '../../packages/domain/src/plate-colour.ts';
import { UNIT_SYSTEMS } from '../../packages/domain/src/units.ts';
import { texts } from '../../packages/locale/src/languages.ts';
import { TABLE_FAULTS } from '../../server/src/platform/files/table-file-error.ts';
import { placeOf, readSources, textOfNode, walk } from './sources.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, n) => String(n));
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Calls that are audited, by area; the log names both. */
const AUDITED = Object.entries<Readonly<Record<string, Call>>>(callTables).flatMap(([area, calls]) => {
  const names = Object.keys(calls).filter((name) => calls[name]?.audited);
  return names.length > 0 ? [{ area, names }] : [];
});

/** Settings the page shows. */
const SHOWN = platformSettings.filter((row): row is ShownRow => row.inForce);
const FAULTS: Readonly<Record<SettingFault['name'], true>> = {
  faultKind: true,
  faultLength: true,
  faultTooLong: true,
  faultCharacters: true,
  faultInteger: true,
  faultRange: true,
  faultUrl: true,
  faultInternalUrl: true,
  faultLngLat: true,
  faultChannels: true,
  faultHours: true,
  faultLines: true,
  faultNetwork: true,
  faultHost: true,
  faultEmail: true,
};

/** Keys that code builds: the template (`*` for expressions), and all values. */
const BUILT: readonly { readonly pattern: string; readonly values: readonly (string | readonly string[])[] }[] = [
  {
    pattern: 'action.*',
    values: permissionTree.filter(({ kind }) => kind === 'button').map(({ name }) => name.slice('action.'.length)),
  },
  { pattern: 'vehicle.*', values: ['connectAddress', 'connectPort', 'phone', 'connectProtocols'] },
  { pattern: 'vehicle.step_*', values: ['connected', 'registered', 'authenticated', 'located'] },
  { pattern: 'vehicle.check_*', values: ['power', 'address', 'firewall', 'phone', 'sky'] },
  { pattern: 'vehicleWindow.messages_*', values: ['new', 'sent'] },
  { pattern: 'bar.units_*', values: UNIT_SYSTEMS },
  { pattern: 'recordedVideo.source_*', values: ['both', 'terminal', 'server'] },
  {
    pattern: 'recordedVideo.*_*',
    values: [
      ...upTo(4).map((value) => ['kind', value]),
      ...upTo(3).flatMap((value) => [
        ['stream', value],
        ['storage', value],
      ]),
    ],
  },
  { pattern: 'recordedVideo.kind_*', values: upTo(4) },
  { pattern: 'recordedVideo.stream_*', values: upTo(3) },
  { pattern: 'recordedVideo.storage_*', values: upTo(3) },
  { pattern: 'recordedVideo.network_*', values: ['wifi', 'lan', 'mobile'] },
  // signs and names of units, which texts name by variables
  { pattern: 'unit.*', values: ['km', 'mi', 'kmh', 'mph', 'm', 'ft', 'km2', 'mi2', 'kmName', 'miName', 'mName', 'ftName'] },
  {
    pattern: 'sms.*',
    values: [...['failCap', 'failDisabled', 'failOff', 'failPlatformCap', 'failQuota', 'failSilent']],
  },
  { pattern: 'enumeration.alarmLevel*', values: ['Low', 'Medium', 'High'] },
  { pattern: 'geofences.draw*', values: upTo(5).slice(1) },
  { pattern: 'reports.drawn*', values: ['1', '2', '4'] },
  { pattern: 'reports.figure_*', values: ['west', 'south', 'east', 'north', 'lng', 'lat', 'radius'] },
  { pattern: 'geofences.action*', values: upTo(3).slice(1) },
  { pattern: 'geofences.kept_*', values: ['held', 'outdated', 'unknown', 'none'] },
  // limits of a route's segments
  { pattern: 'geofences.*', values: Object.keys(SEGMENT_LIMITS) },
  {
    pattern: 'evidencePackage.*',
    values: [
      ...['title', 'list', 'sheet', 'exported', 'signed', 'noFiles', 'note', 'lockReason', 'alarmGid'],
      ...['carNo', 'dept', 'driver', 'type', 'level', 'time', 'place', 'speed', 'state'],
      ...['file', 'bytes', 'sha256', 'check', 'check_same', 'check_different', 'check_missing'],
    ],
  },
  { pattern: 'alarmHistory.departure*', values: ['1', '2'] },
  { pattern: 'alarmHistory.sign*', values: ['1', '2', '3'] },
  { pattern: 'alarmHistory.level*', values: upTo(4).slice(1) },
  // steps of the page, and headings of a package's table of contents
  {
    pattern: 'batch.*',
    values: [
      'companies',
      'packages',
      'monthFormat',
      'contents',
      'company',
      'report',
      'rows',
      'state',
      'reason',
      'made',
      'missing',
    ],
  },
  { pattern: 'batch.package_*', values: Object.keys(batchPackages) },
  // columns of the workbook and facts of an alarm, names of levels, states and deal types, search filters
  {
    pattern: 'alarmHistory.*',
    values: [
      'type',
      'level',
      'carNo',
      'dept',
      'driver',
      'phone',
      'start',
      'last',
      'end',
      'times',
      'speed',
      'maxSpeed',
      'value',
      'limit',
      'place',
      'lng',
      'lat',
      'state',
      'dealType',
      'dealtBy',
      'dealtAt',
      'notes',
      'scheme',
      'said',
      'dueAt',
      'brief',
      'automatic',
      'title',
      'overdue',
      'late',
      'storm',
      'hasFiles',
      'frontKmh',
      'frontS',
      'departure',
      'sign',
      'wheels',
      'identification',
      'level1',
      'level2',
      'level3',
      'deal1',
      'deal5',
      'deal6',
      ...upTo(5).map((state) => `state${state}`),
    ],
  },
  { pattern: 'alarmHistory.state*', values: upTo(5) },
  {
    pattern: 'safety.*',
    values: [
      ...([
        'overview',
        'period',
        'before',
        'alarms',
        'distance',
        'per100',
        'level3Rate',
        'handleRate',
        'handleMin',
        'falseRate',
      ] as const),
      ...(['score', 'gradeCars', 'trend', 'trendChart', 'day', 'types', 'type', 'mainType', 'otherTypes', 'share'] as const),
      ...(['hours', 'weekday', 'depts', 'dept', 'grade', 'latest', 'overdue'] as const),
    ],
  },
  { pattern: 'alarmHistory.deal*', values: ['1', '5', '6'] },
  { pattern: 'alarmHistory.command*', values: upTo(7) },
  { pattern: 'attachment.state*', values: EVIDENCE_STATES.map(String) },
  { pattern: 'attachment.reason_*', values: EVIDENCE_REASONS },
  { pattern: 'attachment.kind*', values: upTo(5) },
  { pattern: 'evidence.action*', values: upTo(2) },
  {
    pattern: 'evidence.fault_*',
    values: ['notPack', 'badSignature', 'changed', 'missing', 'added', 'damaged', 'tooLarge', 'container'],
  },
  {
    pattern: 'alarmHistory.act_*',
    values: ['claimed', 'released', 'handled', 'false', 'escalated', 'message', 'confirmed', 'reported', 'answer', 'reopened'],
  },
  { pattern: 'alarmPopup.group_*', values: ['ordinary', 'event', 'safety'] },
  { pattern: 'alarm.*', values: ALARM_TYPES.map(({ key }) => key) },
  // and what a timetable does with a document: no call
  { pattern: 'auditAction.*', values: [...AUDITED.flatMap(({ names }) => names), 'generateDocument'] },
  { pattern: 'auditArea.*', values: AUDITED.map(({ area }) => area) },
  {
    pattern: 'recorder.block_*',
    values: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '16', '17', '18', '19', '20', '21'],
  },
  {
    pattern: 'recorder.*',
    values: [
      'clockAt',
      'installedAt',
      'initialKm',
      'odometerKm',
      'standard',
      'revision',
      'licenceNo',
      'vin',
      'plate',
      'plateClass',
      'pulsesPerKm',
      'cccCode',
      'model',
      'madeOn',
      'serialNo',
    ],
  },
  { pattern: 'messages.kind_*', values: MESSAGE_KINDS },
  // actions on a roll-out, reasons against a vehicle, and results of one
  { pattern: 'firmware.*', values: Object.keys(ROLLOUT_ACTIONS) },
  { pattern: 'firmware.unfit_*', values: ['model', 'terminal', 'busy'] },
  { pattern: 'firmware.result_*', values: ['1', '2', '4021', '4022', '5000'] },
  { pattern: 'warnScheme.kind_*', values: RULE_CODES },
  { pattern: 'warnScheme.param_*', values: [...ruleParamNames(), ...Object.keys(SchemeBase.shape)] },
  { pattern: 'warnScheme.view_*', values: ['schemes', 'roads'] },
  { pattern: 'warnScheme.tab_*', values: ['base', 'params', 'targets', 'effects', 'log'] },
  { pattern: 'warnScheme.act_*', values: ['add', 'edit', 'enable', 'disable', 'bind'] },
  // parameters and common fields of schemes with a further explanation
  {
    pattern: 'warnScheme.hint_*',
    values: [
      '130105_content',
      '130102_rows',
      '130104_exempt',
      'segments',
      'priority',
      'levels',
      'industry',
      'maxDuration',
      'maxSpeed',
      'times',
    ],
  },
  { pattern: 'warnScheme.roadHint_*', values: ['130111', '130113'] },
  { pattern: 'warnScheme.roadFile_*', values: ['130111', '130113'] },
  {
    pattern: 'warnScheme.road_*',
    values: ['limitPassenger', 'limitFreight', 'limitDangerous', 'direction', 'lead', 'limit'],
  },
  // headings of the file of schemes
  {
    pattern: 'warnScheme.*',
    values: [
      'schemeName',
      'deptName',
      'enabled',
      'validFrom',
      'validTo',
      'priority',
      'params',
      'vehicles',
      'departments',
      'remark',
      'updatedBy',
      'updatedAt',
      'yes',
      'no',
      'schemes',
    ],
  },
  // headings of the files of tracks and positions
  {
    pattern: 'track.*',
    values: [
      'time',
      'lng',
      'lat',
      'speed',
      'recorder',
      'heading',
      'altitude',
      'mileage',
      'acc',
      'alarms',
      'plate',
      'dept',
      'driver',
      'status',
    ],
  },
  // headings of a file of positions
  {
    pattern: 'regions.*',
    values: ['plate', 'dept', 'driver', 'phone', 'status', 'time', 'speed', 'heading', 'acc', 'lng', 'lat', 'dayKm', 'alarms'],
  },
  { pattern: 'regions.reason_*', values: offlineReasons },
  // results of a command
  {
    pattern: 'commandTray.*',
    values: [
      'queued',
      'sent',
      'acknowledged',
      'answered',
      'refused',
      'unsupported',
      'offline',
      'busy',
      'moving',
      'speedUnknown',
      'timedOut',
      'cancelled',
      'failed',
    ],
  },
  { pattern: 'vehicleWindow.tab_*', values: ['vehicle', 'owner', 'driver', 'terminal'] },
  { pattern: 'vehicleWindow.tyreAlarm*', values: upTo(8).slice(1) },
  // views of one page
  {
    pattern: 'commandBatch.column_*',
    values: ['plate', 'dept', 'state', 'result', 'data', 'sentAt', 'answeredAt'],
  },
  { pattern: 'command.name_*', values: Object.keys(terminalCommands) },
  { pattern: 'command.field_*', values: Object.values(terminalCommands).flatMap(({ labels }) => Object.keys(labels)) },
  // messages of the HTTP client when the server has none
  { pattern: 'common.*', values: ['requestFailed', 'networkError', 'timeout'] },
  {
    pattern: 'display.**',
    values: Object.entries(DISPLAY_MAPS).flatMap(([map, { values, ...rest }]) =>
      [...Object.values(values), ...('otherwise' in rest ? [rest.otherwise] : [])].map((name) => [map, capital(name)]),
    ),
  },
  {
    pattern: 'enumeration.**',
    values: Object.values(ENUMERATIONS).flatMap((rows) =>
      rows.flatMap(({ key }) => (key?.startsWith('enumeration.') ? [[key.slice('enumeration.'.length), '']] : [])),
    ),
  },
  // figures of the fleet, of a month, and of alarms
  {
    pattern: 'screens.*',
    values: [
      'total',
      'online',
      'moving',
      'alarm',
      'offline',
      'never',
      'km',
      'hours',
      'trips',
      'ordinary',
      'safety',
      'emergency',
      'handled',
    ],
  },
  { pattern: 'map.mode*', values: upTo(4) },
  { pattern: 'mapTools.mode*', values: ['1', '2', '3', '4'] },
  {
    pattern: 'mapTools.*',
    values: [
      'region',
      'place',
      'division',
      'display',
      'now',
      'past',
      'from',
      'to',
      'province',
      'city',
      'county',
      'tails',
      'areas',
    ],
  },
  { pattern: 'drawer.*', values: ['status', 'onlineLog', 'commands', 'selected'] },
  { pattern: 'map.*', values: ['normal', 'satellite', 'traffic', 'blocked', 'timeout', 'refused', 'noWebGl'] },
  { pattern: 'monitor.heading*', values: upTo(8) },
  { pattern: 'monitor.load*', values: upTo(4) },
  { pattern: 'monitor.plate*', values: PLATE_COLOURS.map(({ code }) => String(code)) },
  { pattern: 'monitor.status*', values: upTo(7) },
  // the doors, fuel and power a status row names
  {
    pattern: 'monitor.*',
    values: [
      'fuelCut',
      'powerCut',
      'doorsLocked',
      'frontDoorOpen',
      'middleDoorOpen',
      'rearDoorOpen',
      'driverDoorOpen',
      'customDoorOpen',
    ],
  },
  { pattern: 'notices.*', values: ['first', 'last'] },
  { pattern: 'operations.*', values: ['added', 'removed', 'changed', 'same'] },
  {
    pattern: 'vehicle.change_*',
    values: ['add', 'edit', 'remove', 'restore', 'enable', 'disable', 'renew', 'replaceTerminal', 'allowRegistration'],
  },
  {
    pattern: 'vehicle.refused_*',
    values: [
      'terminalId',
      'otherDevice',
      'unproved',
      'noVehicle',
      'serviceStopped',
      'wrongCode',
      'throttled',
      'unauthenticated',
      'unreadable',
    ],
  },
  { pattern: 'resource.audit_*', values: RECORD_ACTIONS },
  // items and states of a quota, and what was done to it
  {
    pattern: 'quotas.*',
    values: [...Object.keys(QUOTA_ITEMS), 'validTo', 'overPolicy', 'limited', 'unlimited', 'full', 'expired', 'save', 'transfer'],
  },
  // parameters and the values inside
  { pattern: 'terminalParameter.*', values: terminalParameters.flatMap(({ key, field }) => [key, ...innerKeys(field)]) },
  // pages of terminal settings: tabs, fields of forms, states of sets, and what terminals answer
  {
    pattern: 'terminalSetup.tab_*',
    values: Object.values(setupPages)
      .map(({ sections }) => Object.keys(sections))
      .filter((keys) => keys.length > 1)
      .flat(),
  },
  {
    pattern: 'terminalSetup.field_*',
    values: [
      'areaNos',
      'kind',
      'command',
      'start',
      'end',
      'most',
      'vin',
      'plate',
      'plateClass',
      'at',
      'clock',
      'pulsesPerKm',
      'initialKm',
      ...upTo(8).map((i) => `name${i}`),
    ],
  },
  { pattern: 'terminalSetup.block_*', values: [...upTo(10), ...upTo(22).slice(16)] },
  { pattern: 'terminalSetup.recorder_*', values: ['130', '131', '132', '194', '195', '196'] },
  { pattern: 'terminalSetup.set_*', values: SET_STATES },
  { pattern: 'terminalSetup.group_*', values: Object.keys(PARAMETER_GROUPS) },
  { pattern: 'terminalSetup.view_*', values: ['cars', 'deviations', 'templates', 'personal'] },
  { pattern: 'terminalSetup.figure_*', values: ['vehicles', 'conforming', 'deviating', 'neverRead'] },
  { pattern: 'terminalSetup.show_*', values: ['deviates', 'neverRead', 'conforms', 'all'] },
  {
    pattern: 'terminalSetup.*',
    values: [
      ...['start', 'end', 'plate', 'terminal', 'protocol', 'command', 'params', 'sender'],
      ...['sentAt', 'state', 'note', 'changedAt'],
    ],
  },
  {
    pattern: 'commandResult.*',
    values: [
      'lng',
      'lat',
      ...['peripheral', 'workState', 'faultBits', 'company', 'product', 'device', 'customer'],
      'altitudeM',
      'speedKmh',
      'direction',
      'deviceAt',
      'alarmBits',
      'statusBits',
      'mileageKm',
      'location',
      'kind',
      'areas',
      'id',
      'count',
      'hex',
      'items',
      'mediaId',
      'mediaIds',
      'channel',
      'event',
      'answerId',
      'command',
      'block',
      'said',
      'standard',
      'revision',
      'licenceNo',
      'clockAt',
      'installedAt',
      'initialKm',
      'odometerKm',
      'pulsesPerKm',
      'vin',
      'plate',
      'plateClass',
      'signalBytes',
      'signals',
      'cccCode',
      'model',
      'madeOn',
      'serialNo',
      'records',
      'blocks',
      'from',
      'to',
      'maxKmh',
      'at',
      'until',
      'kmh',
      'referenceKmh',
      'signalBits',
      'places',
      'place',
      'endPlace',
      'terminalModel',
      'terminalId',
      'makerId',
      'iccid',
      'hardware',
      'firmware',
    ],
  },
  // headings and states of the files
  {
    pattern: 'terminalSettings.*',
    values: [
      'vehicle',
      'department',
      'parameterId',
      'name',
      'value',
      'unit',
      'readAt',
      'expected',
      'actual',
      'state',
      'deviates',
      'neverRead',
      'notReported',
    ],
  },
  { pattern: 'resource.*', values: ['importKind', 'importTooLarge', 'importUploading', 'importChecking', 'importRunning'] },
  { pattern: 'notice.*', values: ['all', 'read', 'unread'] },
  {
    pattern: 'tracks.*',
    values: ['lastHour', 'today', 'yesterday', 'last3Days', 'lastWeek', 'lastTenDays', 'last30Days'],
  },
  { pattern: 'tracks.fault_*', values: ['noVehicle', 'order', 'tooLong', 'future'] },
  { pattern: 'tracks.tab_*', values: ['chart', 'points', 'stops', 'trips', 'alarms', 'crossings', 'media'] },
  { pattern: 'tracks.no_*', values: ['points', 'stops', 'trips', 'alarms', 'crossings', 'media'] },
  {
    // the page where drivers learn
    pattern: 'learn.*',
    values: [
      ...['courseTitle', 'openFile', 'right', 'wrong', 'several', 'state', 'passScore', 'recorded', 'score', 'completed'],
      ...['notCompleted', 'tooShort', 'questions', 'finishHint', 'finish', 'invalidHint'],
    ],
  },
  { pattern: 'repair.*', values: repairActions },
  { pattern: 'role.*', values: builtInRoles.map(({ key }) => key) },
  { pattern: 'schedules.period_*', values: schedulePeriods },
  { pattern: 'schedules.every_*', values: scheduleTurns },
  { pattern: 'schedules.weekday_*', values: upTo(8).slice(1) },
  { pattern: 'schedules.mail_*', values: ['queued', 'sent', 'failed'] },
  { pattern: 'search.*', values: ['recent', 'pages', 'commands', 'vehicles'] },
  { pattern: 'sessionEnd.*', values: sessionEnds },
  {
    pattern: 'settings.*',
    values: [
      ...SHOWN.flatMap((row) => [row.key, ...(row.kind === 'choice' ? row.options : [])]),
      ...Object.keys(FAULTS),
      // errors that only the server can find
      'faultUnknown',
      'faultPlatformOnly',
    ],
  },
  // settings with a further explanation
  { pattern: 'settings.*Hint', values: SHOWN.map(({ key }) => key).filter((key) => `${key}Hint` in texts.zh.settings) },
  { pattern: 'tableFile.*', values: TABLE_FAULTS },
  { pattern: 'tasks.*', values: TaskState.options },
  { pattern: 'texts.map*', values: Object.keys(DISPLAY_MAPS).map(capital) },
];

/** The texts of records: a namespace per resource, a key per field, tab and title of its form, and one-time secret. */
const RECORDS = Object.values(resources).flatMap(({ name, texts: area = name, can = [], fields, fixed = {}, shownOnce = [] }) => [
  ...(can.includes('add') ? [`${area}.addTitle`] : []),
  // fixed fields of a view are not shown
  ...Object.keys(fields).flatMap((key) => (key in fixed ? [] : [`${area}.${key}`])),
  ...Object.values(fields).flatMap(({ tab }) => (tab ? [`${area}.tab_${tab}`] : [])),
  ...shownOnce.map((key) => `${area}.${key}`),
]);

const areas = Object.keys(texts.zh);
const keys = new Set(Object.entries(texts.zh).flatMap(([area, entries]) => Object.keys(entries).map((key) => `${area}.${key}`)));
const isBuilt = (text: string) => text.includes('*') && areas.some((area) => text.startsWith(`${area}.`));

/** Keys and templates of keys in code, with their places. */
function readUses() {
  const uses = new Map<string, string>();
  for (const folder of ['console/src', 'server/src', 'packages/contract/src', 'packages/domain/src'])
    for (const source of readSources(folder))
      walk(source, (node) => {
        const text = textOfNode(node);
        if (text !== null && (keys.has(text) || keys.has(`${text}_one`) || isBuilt(text))) uses.set(text, placeOf(source, node));
      });
  return uses;
}

describe('texts', () => {
  const uses = readUses();
  const filled = BUILT.flatMap(({ pattern, values }) =>
    values.map((value) => [value].flat().reduce((text, part) => text.replace('*', () => part), pattern)),
  );

  it('are all used by console or server', () => {
    const used = new Set([...uses.keys(), ...filled, ...RECORDS]);
    expect([...keys].filter((key) => !used.has(key) && !used.has(key.replace(/_(one|other)$/, '')))).toEqual([]);
  });

  it('with keys built in code are on the list above, with their values', () => {
    const patterns = new Set(BUILT.map(({ pattern }) => pattern));
    expect(
      [...uses].filter(([text]) => isBuilt(text) && !patterns.has(text)).map(([text, place]) => `${text} at ${place}`),
    ).toEqual([]);
  });

  it('on the list above all exist', () => {
    expect([...filled, ...RECORDS].filter((key) => !keys.has(key))).toEqual([]);
  });

  it('on the list above are all built in code', () => {
    expect(BUILT.filter(({ pattern }) => !uses.has(pattern)).map(({ pattern }) => pattern)).toEqual([]);
  });
});
