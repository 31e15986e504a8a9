import { type FormRule, rules } from '@fleetwarden/domain/form-rules';
import { choice, decimal, integer, text } from '../resources/resource.ts';
import type { BitsField, ListField, PackedField, ParameterField, ParameterFields, StructField } from './parameter-fields.ts';
import type { ParameterGroup } from './parameter-groups.ts';

/** A parameter of a terminal. Texts: `terminalParameter.<key>`, and `terminalParameter.<key>` of each value inside. */
export type TerminalParameter = {
  /** Id on the wire. */
  readonly id: number;
  /** Name on the wire (protocol: parameterItems). */
  readonly key: string;
  /** Names of its other forms on the wire: of another length, with more or fewer values. */
  readonly otherForms?: readonly string[];
  readonly group: ParameterGroup;
  readonly field: ParameterField;
  /** Terminals of earlier versions do not have it, nor those after `until`. */
  readonly since: 2011 | 2013 | 2019;
  readonly until?: 2013;
  /** Forms show the value in this unit: `factor` of the field's units make one. */
  readonly shown?: { readonly unit: string; readonly factor: number };
  /** Only the owners of the group see it. */
  readonly secret?: true;
  /** A wrong value loses the terminal. */
  readonly danger?: true;
  /** Values that break this rule are unusual: forms warn, and send them. */
  readonly usual?: FormRule;
  /** Belongs to one vehicle: never in a template, never copied to another. */
  readonly ofVehicle?: true;
};

type More = Partial<
  Pick<TerminalParameter, 'otherForms' | 'since' | 'until' | 'shown' | 'secret' | 'danger' | 'usual' | 'ofVehicle'>
>;
type Stated = readonly [id: number, key: string, field: ParameterField, more?: More];

const MAX_UINT32 = 0xff_ff_ff_ff;
const MAX_UINT16 = 0xff_ff;
const MAX_CAN_ID = 0x1f_ff_ff_ff;
/** A GBK character has two bytes, and a text at most 255. */
const MAX_CHARS = 127;

const bits = (of: BitsField['of'], more: Pick<BitsField, 'initial' | 'some'> = {}): BitsField => ({ kind: 'bits', of, ...more });
const packed = (parts: PackedField['parts'], check?: PackedField['check']): PackedField =>
  check ? { kind: 'packed', parts, check } : { kind: 'packed', parts };
const struct = (fields: ParameterFields, partial?: true): StructField => ({
  kind: 'struct',
  fields,
  ...(partial ? { partial } : {}),
});
const listOf = (of: StructField, max: number): ListField => ({ kind: 'list', of, max });
/** An integer from min to max with its unit and default. */
const n = (min: number, max: number, unit?: string, initial?: number) =>
  integer({ min, max, ...(unit === undefined ? {} : { unit }), ...(initial === undefined ? {} : { initial }) });
const seconds = (max: number, min = 1, initial?: number) => n(min, max, 's', initial);
const metres = () => n(1, 1_000_000, 'm');
const plain = (max = MAX_CHARS) => text({ max });
const phone = () => text({ rule: rules.phone, max: 20 });
/** A time of day, hhmm. */
const hourMinute = () =>
  text({ rule: { ...rules.clock, check: (typed) => rules.clock.check(typed.replace(/^(\d\d)(\d\d)$/, '$1:$2')) }, max: 4 });
const ALL_MINUTES = { unit: 'min', factor: 60 } as const;

/** Addresses; terminals of 2019 take several with ports: `host:port;host:port`. */
const addressList: FormRule = {
  name: 'addressList',
  maxChars: MAX_CHARS,
  check: (typed) => {
    for (const address of typed.split(';')) {
      const [host = '', port, ...rest] = address.split(':');
      const wrongPort = port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_UINT16);
      if (rest.length > 0 || wrongPort || rules.host.check(host)) return { key: 'rule.host' };
    }
    return null;
  },
};
const address = () => text({ rule: addressList });

const SINCE_2013 = { since: 2013 } as const;
const SINCE_2019 = { since: 2019 } as const;
const PORT = { until: 2013, danger: true, usual: rules.port } as const;

const hostParameters: readonly Stated[] = [
  [0x01, 'heartbeatS', seconds(MAX_UINT16)],
  [0x02, 'tcpReplyTimeoutS', seconds(MAX_UINT16)],
  [0x03, 'tcpRetries', n(1, MAX_UINT16)],
  [0x04, 'udpReplyTimeoutS', seconds(MAX_UINT16)],
  [0x05, 'udpRetries', n(1, MAX_UINT16)],
  [0x06, 'smsReplyTimeoutS', seconds(MAX_UINT16)],
  [0x07, 'smsRetries', n(1, MAX_UINT16)],
  [0x10, 'apn', plain(), { danger: true }],
  [0x11, 'apnUser', plain(), { danger: true }],
  [0x12, 'apnPassword', plain(), { danger: true, secret: true }],
  [0x13, 'server', address(), { danger: true }],
  [0x14, 'backupApn', plain()],
  [0x15, 'backupApnUser', plain()],
  [0x16, 'backupApnPassword', plain(), { secret: true }],
  [0x17, 'backupServer', address()],
  [0x18, 'tcpPort', n(1, MAX_UINT16), PORT],
  [0x19, 'udpPort', n(1, MAX_UINT16), PORT],
  [0x1a, 'cardServer', address(), SINCE_2013],
  [0x1b, 'cardTcpPort', n(1, MAX_UINT16), SINCE_2013],
  [0x1c, 'cardUdpPort', n(1, MAX_UINT16), SINCE_2013],
  [0x1d, 'cardBackupServer', address(), SINCE_2013],
  [0x23, 'slaveApn', plain(), SINCE_2019],
  [0x24, 'slaveApnUser', plain(), SINCE_2019],
  [0x25, 'slaveApnPassword', plain(), { ...SINCE_2019, secret: true }],
  [0x26, 'slaveBackupServer', address(), SINCE_2019],
];

const reportParameters: readonly Stated[] = [
  [0x20, 'reportStrategy', choice('REPORT_STRATEGY', {})],
  [0x21, 'reportPlan', choice('REPORT_PLAN', {})],
  [0x22, 'loggedOutIntervalS', seconds(86_400)],
  [0x27, 'sleepIntervalS', seconds(86_400)],
  [0x28, 'emergencyIntervalS', seconds(86_400)],
  [0x29, 'defaultIntervalS', seconds(86_400)],
  [0x2c, 'defaultDistanceM', metres()],
  [0x2d, 'loggedOutDistanceM', metres()],
  [0x2e, 'sleepDistanceM', metres()],
  [0x2f, 'emergencyDistanceM', metres()],
  [0x30, 'cornerAngle', n(1, 179, '°')],
  [0x31, 'illegalMoveRadiusM', n(1, MAX_UINT16, 'm'), SINCE_2013],
];

const callParameters: readonly Stated[] = [
  [0x40, 'platformPhone', phone()],
  [0x41, 'resetPhone', phone()],
  [0x42, 'factoryResetPhone', phone()],
  [0x43, 'smsPhone', phone()],
  [0x44, 'smsAlarmPhone', phone()],
  [0x45, 'answerStrategy', choice('ANSWER_STRATEGY', {})],
  [0x46, 'maxCallS', seconds(MAX_UINT32, 0)],
  [0x47, 'maxCallMonthS', seconds(MAX_UINT32, 0)],
  [0x48, 'listenPhone', phone()],
  [0x49, 'privilegedSmsPhone', phone()],
];

/** Shortest interval of photos by time, and by distance. */
const MIN_PHOTO_S = 5;
const MIN_PHOTO_M = 100;
/** 0x0064, 0x0065. Interval in s or min, m or km; `least`: the shortest in the smaller unit, if a channel takes photos. */
const photoBits = (unit: 'PHOTO_TIME_UNIT' | 'PHOTO_DISTANCE_UNIT', least: number) =>
  packed(
    {
      photoChannels: { shift: 0, width: 5, field: bits('CAMERA_CHANNEL') },
      storedChannels: { shift: 8, width: 5, field: bits('CAMERA_CHANNEL') },
      photoUnit: { shift: 16, width: 1, field: choice(unit, {}) },
      photoInterval: { shift: 17, width: 15, field: n(0, 32_767, undefined, least) },
    },
    ({ photoChannels, photoUnit, photoInterval = 0 }) => {
      const min = photoUnit === 0 ? least : 1;
      return photoChannels === 0 || photoInterval >= min ? null : { path: 'photoInterval', key: 'rule.min', params: { min } };
    },
  );

/** One stream of 0x0075 and 0x0077. */
const stream = (prefix: 'live' | 'stored'): ParameterFields => ({
  [`${prefix}Encoding`]: choice('VIDEO_ENCODING', { initial: 0 }),
  [`${prefix}Resolution`]: choice('VIDEO_RESOLUTION', { initial: 5 }),
  [`${prefix}KeyFrames`]: n(1, 1_000),
  [`${prefix}Fps`]: n(1, 120, 'fps'),
  [`${prefix}Kbps`]: n(1, MAX_UINT32, 'kbit/s'),
});
const streams: ParameterFields = { ...stream('live'), ...stream('stored'), overlayBits: bits('VIDEO_OSD') };
const MAX_CHANNELS = 64;
/** Four windows: when the terminal wakes and sleeps. */
const windows: ParameterFields = Object.fromEntries(
  [1, 2, 3, 4].flatMap((i) => [
    [`wake${i}`, hourMinute()],
    [`sleep${i}`, hourMinute()],
  ]),
);

const videoParameters: readonly Stated[] = [
  [0x75, 'videoStreams', struct({ ...streams, audioOn: choice('ENABLE_STATE', { initial: 0 }) })],
  [
    0x76,
    'channelTable',
    struct({
      audioVideoCount: n(0, MAX_CHANNELS),
      audioCount: n(0, MAX_CHANNELS),
      videoCount: n(0, MAX_CHANNELS),
      channels: listOf(
        struct({
          physical: n(1, 255),
          logical: n(1, 255),
          kind: choice('CHANNEL_KIND', { initial: 0 }),
          pantilt: choice('YUNTAI', { initial: 0 }),
        }),
        60,
      ),
    }),
  ],
  [0x77, 'channelStreams', struct({ channels: listOf(struct({ channel: n(1, 255), ...streams }), 12) })],
  [
    0x79,
    'alarmRecording',
    struct({ memoryPercent: n(1, 99, '%', 20), minutes: n(1, 255, 'min', 5), beforeMinutes: n(0, 255, 'min', 1) }),
  ],
  [0x7b, 'imageAnalysis', struct({ seats: n(0, 255), fatigueDegree: n(0, 255) })],
  [
    0x7c,
    'sleepMode',
    struct({
      modeBits: bits('WAKE_MODE'),
      conditionBits: bits('WAKE_CONDITION'),
      dayBits: bits('WAKE_DAY'),
      periodBits: bits('WAKE_WINDOW'),
      ...windows,
    }),
  ],
];

/** The common head of 0xF364 and 0xF365 (T/JSATL 12 tables 4-10, 4-11). */
const safetyHead = (timed: { readonly min: number; readonly max: number; readonly initial: number }): ParameterFields => ({
  minSpeedKmh: n(0, 60, 'km/h', 30),
  volume: n(0, 8, undefined, 6),
  photoStrategy: choice('SAFETY_PHOTO_STRATEGY', { initial: 0 }),
  photoIntervalS: n(timed.min, timed.max, 's', timed.initial),
  photoIntervalM: n(0, 60_000, 'm', 200),
  photos: n(1, 10, undefined, 3),
  photoGap: n(1, 5, '×100 ms', 2),
  photoResolution: choice('SAFETY_PHOTO_RESOLUTION', { initial: 1 }),
  videoResolution: choice('SAFETY_VIDEO_RESOLUTION', { initial: 1 }),
});
const ahead = (initial: number) => n(10, 50, '×100 ms', initial);
/** The evidence of a kind of alarm; `gap`: the longest time between photos. */
const evidence = (kind: string, gap: 5 | 10): ParameterFields => ({
  [`${kind}SpeedKmh`]: n(0, 220, 'km/h', 50),
  [`${kind}VideoS`]: n(0, 60, 's', 5),
  [`${kind}Photos`]: n(0, 10, undefined, 3),
  [`${kind}PhotoGap`]: n(1, gap, '×100 ms', 2),
});

const adas: StructField = struct(
  {
    ...safetyHead({ min: 0, max: 3_600, initial: 60 }),
    alarmBits: bits('ADAS_ALARM', { initial: 0x00_01_0f_ff }),
    eventBits: bits('ADAS_EVENT', { initial: 0x3 }),
    obstacleDistance: ahead(30),
    ...evidence('obstacle', 10),
    laneChangeWindowS: n(30, 120, 's', 60),
    laneChangeTimes: n(3, 10, undefined, 5),
    ...evidence('laneChange', 10),
    ...evidence('departure', 10),
    collisionTime: ahead(27),
    ...evidence('collision', 10),
    pedestrianTime: ahead(30),
    ...evidence('pedestrian', 10),
    headwayDistance: ahead(10),
    ...evidence('headway', 10),
    signPhotos: n(0, 10, undefined, 3),
    signPhotoGap: n(1, 10, '×100 ms', 2),
  },
  true,
);

const dsm: StructField = struct(
  {
    ...safetyHead({ min: 60, max: 60_000, initial: 3_600 }),
    alarmBits: bits('DSM_ALARM', { initial: 0x1_ff }),
    eventBits: bits('DSM_EVENT', { initial: 0x3 }),
    smokingGapS: n(0, 3_600, 's', 180),
    phoneGapS: n(0, 3_600, 's', 120),
    ...evidence('fatigue', 5),
    ...evidence('phone', 5),
    ...evidence('smoking', 5),
    ...evidence('distraction', 5),
    ...evidence('abnormal', 5),
    identifyOn: choice('IDENTITY_TRIGGER', { initial: 1 }),
  },
  true,
);

const tpms: StructField = struct(
  {
    tyreModel: text({ max: 12, initial: '900R20' }),
    unit: choice('TYRE_PRESSURE_UNIT', { initial: 3 }),
    normalPressure: n(0, MAX_UINT16, undefined, 140),
    imbalancePercent: n(0, 100, '%', 20),
    slowLeakPercent: n(0, 100, '%', 5),
    lowPressure: n(0, MAX_UINT16, undefined, 110),
    highPressure: n(0, MAX_UINT16, undefined, 189),
    highTemperatureC: n(0, MAX_UINT16, '℃', 80),
    batteryPercent: n(0, 100, '%', 10),
    reportIntervalS: n(0, 3_600, 's', 60),
  },
  true,
);

const ofGroup = (group: ParameterGroup, rows: readonly Stated[], common: More = {}): TerminalParameter[] =>
  rows.map(([id, key, field, more]) => ({ id, key, group, field, since: 2011, ...common, ...more }));

/**
 * All parameters with a known meaning: JT/T 808-2011, 2013, 2019 (0x0001-0x0110), JT/T 1078 (0x0075-0x007C) and T/JSATL 12
 * (0xF364-0xF367). Others are read and shown as bytes.
 */
export const terminalParameters: readonly TerminalParameter[] = [
  ...ofGroup('server', hostParameters),
  ...ofGroup('report', reportParameters),
  ...ofGroup(
    'period',
    [[0x32, 'nightWindow', struct({ startHour: n(0, 23), startMinute: n(0, 59), endHour: n(0, 23), endMinute: n(0, 59) })]],
    SINCE_2019,
  ),
  ...ofGroup('call', callParameters),
  ...ofGroup('alarmMasks', [
    [0x50, 'alarmMask', bits('alarm')],
    [0x51, 'alarmSmsMask', bits('alarm')],
    [0x52, 'alarmPhotoMask', bits('alarm')],
    [0x53, 'alarmPhotoStoreMask', bits('alarm')],
    [0x54, 'keyAlarmMask', bits('alarm')],
    [0x7a, 'videoAlarmMask', bits('VIDEO_ALARM'), SINCE_2013],
  ]),
  ...ofGroup('overspeed', [
    [0x55, 'maxSpeedKmh', n(0, 220, 'km/h')],
    [0x56, 'overspeedS', seconds(3_600, 0)],
    [0x5b, 'overspeedWarningKmh', decimal({ min: 0, max: 99.9, digits: 1, unit: 'km/h' }), SINCE_2013],
  ]),
  ...ofGroup('fatigue', [
    [0x57, 'continuousDrivingS', seconds(86_400, 60), { shown: ALL_MINUTES }],
    [0x58, 'dailyDrivingS', seconds(86_400, 60), { shown: ALL_MINUTES }],
    [0x59, 'minRestS', seconds(86_400, 60), { shown: ALL_MINUTES }],
    [0x5a, 'maxParkingS', seconds(604_800, 60), { shown: ALL_MINUTES }],
    [0x5c, 'fatigueWarningS', seconds(MAX_UINT16), SINCE_2013],
  ]),
  ...ofGroup(
    'collision',
    [
      [
        0x5d,
        'collisionAlarm',
        packed({
          impactTime: { shift: 0, width: 8, field: n(0, 255, '×4 ms') },
          impactAcceleration: { shift: 8, width: 8, field: n(0, 79, '×0.1 g', 10) },
        }),
      ],
      [0x5e, 'rolloverAngle', n(1, 90, '°', 30)],
    ],
    SINCE_2013,
  ),
  ...ofGroup(
    'timedPhoto',
    [
      [0x64, 'timedPhotoBits', photoBits('PHOTO_TIME_UNIT', MIN_PHOTO_S)],
      [0x65, 'distancePhotoBits', photoBits('PHOTO_DISTANCE_UNIT', MIN_PHOTO_M)],
    ],
    SINCE_2013,
  ),
  ...ofGroup('image', [
    // 1 is the best
    [0x70, 'imageQuality', n(1, 10)],
    [0x71, 'brightness', n(0, 255)],
    [0x72, 'contrast', n(0, 127)],
    [0x73, 'saturation', n(0, 127)],
    [0x74, 'chroma', n(0, 255)],
  ]),
  ...ofGroup('video', videoParameters, SINCE_2013),
  ...ofGroup(
    'vehicle',
    [
      [0x80, 'odometerKm', decimal({ min: 0, max: 429_496_729.5, digits: 1, unit: 'km' })],
      [0x81, 'province', n(0, MAX_UINT16)],
      [0x82, 'city', n(0, MAX_UINT16)],
      [0x83, 'plate', plain(20)],
      [0x84, 'plateColour', choice('PLATE_COLOR', {})],
    ],
    { ofVehicle: true },
  ),
  ...ofGroup(
    'gnss',
    [
      [0x90, 'gnssModeBits', bits('GNSS_MODE', { some: true })],
      [0x91, 'gnssBaudRate', choice('GNSS_BAUD', {})],
      [0x92, 'gnssOutputRate', choice('GNSS_OUTPUT', {})],
      [0x93, 'gnssSamplingS', seconds(MAX_UINT32)],
      [0x94, 'gnssUploadKind', choice('GNSS_UPLOAD', {})],
      // s, m or messages, by the upload kind
      [0x95, 'gnssUploadSetting', n(0, MAX_UINT32)],
    ],
    SINCE_2013,
  ),
  ...ofGroup(
    'can',
    [
      // 0: off
      [0x01_00, 'can1SamplingMs', n(0, MAX_UINT32, 'ms')],
      [0x01_01, 'can1UploadS', n(0, MAX_UINT16, 's')],
      [0x01_02, 'can2SamplingMs', n(0, MAX_UINT32, 'ms')],
      [0x01_03, 'can2UploadS', n(0, MAX_UINT16, 's')],
      [
        0x01_10,
        'canIdSampling',
        struct({
          intervalMs: n(0, MAX_UINT32, 'ms'),
          canBits: packed({
            canId: { shift: 0, width: 29, field: n(0, MAX_CAN_ID) },
            canMethod: { shift: 29, width: 1, field: choice('CAN_METHOD', {}) },
            canFrame: { shift: 30, width: 1, field: choice('CAN_FRAME', {}) },
            canChannel: { shift: 31, width: 1, field: choice('CAN_CHANNEL', {}) },
          }),
        }),
      ],
    ],
    SINCE_2013,
  ),
  ...ofGroup('adas', [[0xf3_64, 'adas', adas, { otherForms: ['adasGuangdong'] }]], SINCE_2013),
  ...ofGroup('dsm', [[0xf3_65, 'dsm', dsm, { otherForms: ['dsmShort', 'dsmGuangdong'] }]], SINCE_2013),
  ...ofGroup('tpms', [[0xf3_66, 'tpms', tpms]], SINCE_2013),
  // the range is that of the form: the standard states none
  ...ofGroup('bsd', [[0xf3_67, 'bsd', struct({ rearS: n(1, 10, 's', 3), sideRearS: n(1, 10, 's', 3) }, true)]], SINCE_2013),
];

const byId = new Map(terminalParameters.map((row) => [row.id, row]));
const byKey = new Map(
  terminalParameters.flatMap((row) => [row.key, ...(row.otherForms ?? [])].map((key) => [key, row] as const)),
);

/** The parameter of an id on the wire; undefined for one without a known meaning. */
export const findParameter = (id: number | string): TerminalParameter | undefined => byId.get(Number(id));

/** The parameter of a name on the wire, in any of its forms. */
export const findParameterByKey = (key: string): TerminalParameter | undefined => byKey.get(key);

/** Names of passwords: ids, and names on the wire in any form. */
const secretNames: ReadonlySet<string> = new Set(
  terminalParameters.flatMap(({ id, key, otherForms = [], secret }) => (secret ? [String(id), key, ...otherForms] : [])),
);

/** Values by id or name, without passwords; a `mask` replaces them instead. */
export const hideSecretParameters = (values: Readonly<Record<string, unknown>>, mask?: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      secretNames.has(name) ? (mask === undefined ? [] : [[name, mask]]) : [[name, value]],
    ),
  );

/** Whether a terminal of this version has the parameter. */
export const hasParameter = ({ since, until }: Pick<TerminalParameter, 'since' | 'until'>, version: number): boolean =>
  version >= since && (until === undefined || version <= until);
