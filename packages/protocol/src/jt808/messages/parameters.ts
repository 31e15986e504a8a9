import { type Codec, decode, gbk, list, scaled, struct, tlv, u8, u16, u32 } from '../../codec/index.ts';
import { fromHex } from '../../hex.ts';
import {
  AdasParameters,
  AlarmRecording,
  BsdParameters,
  CanSampling,
  ChannelStreams,
  ChannelTable,
  DsmParameters,
  GuangdongAdasParameters,
  GuangdongDsmParameters,
  ImageAnalysis,
  ShortDsmParameters,
  SleepMode,
  TpmsParameters,
  VideoStreams,
} from './parameter-groups.ts';

const text = gbk('rest');

/**
 * Terminal parameters: JT/T 808-2019 table 12, JT/T 1078-2016 table 2, T/JSATL 12-2017 table 4-9. Others (CAN ids from 0x0111, those
 * of a maker) stay as bytes under their id, like a value whose width differs from the row.
 */
export const parameterItems = {
  1: ['heartbeatS', u32],
  2: ['tcpReplyTimeoutS', u32],
  3: ['tcpRetries', u32],
  4: ['udpReplyTimeoutS', u32],
  5: ['udpRetries', u32],
  6: ['smsReplyTimeoutS', u32],
  7: ['smsRetries', u32],
  16: ['apn', text],
  17: ['apnUser', text],
  18: ['apnPassword', text],
  19: ['server', text],
  20: ['backupApn', text],
  21: ['backupApnUser', text],
  22: ['backupApnPassword', text],
  23: ['backupServer', text],
  24: ['tcpPort', u32],
  25: ['udpPort', u32],
  26: ['cardServer', text],
  27: ['cardTcpPort', u32],
  28: ['cardUdpPort', u32],
  29: ['cardBackupServer', text],
  32: ['reportStrategy', u32],
  33: ['reportPlan', u32],
  34: ['loggedOutIntervalS', u32],
  35: ['slaveApn', text],
  36: ['slaveApnUser', text],
  37: ['slaveApnPassword', text],
  38: ['slaveBackupServer', text],
  39: ['sleepIntervalS', u32],
  40: ['emergencyIntervalS', u32],
  41: ['defaultIntervalS', u32],
  44: ['defaultDistanceM', u32],
  45: ['loggedOutDistanceM', u32],
  46: ['sleepDistanceM', u32],
  47: ['emergencyDistanceM', u32],
  48: ['cornerAngle', u32],
  49: ['illegalMoveRadiusM', u16],
  // 2019: hours of the lower speed limit at night
  50: ['nightWindow', struct({ startHour: u8, startMinute: u8, endHour: u8, endMinute: u8 })],
  64: ['platformPhone', text],
  65: ['resetPhone', text],
  66: ['factoryResetPhone', text],
  67: ['smsPhone', text],
  68: ['smsAlarmPhone', text],
  69: ['answerStrategy', u32],
  70: ['maxCallS', u32],
  71: ['maxCallMonthS', u32],
  72: ['listenPhone', text],
  73: ['privilegedSmsPhone', text],
  80: ['alarmMask', u32],
  81: ['alarmSmsMask', u32],
  82: ['alarmPhotoMask', u32],
  83: ['alarmPhotoStoreMask', u32],
  84: ['keyAlarmMask', u32],
  85: ['maxSpeedKmh', u32],
  86: ['overspeedS', u32],
  87: ['continuousDrivingS', u32],
  88: ['dailyDrivingS', u32],
  89: ['minRestS', u32],
  90: ['maxParkingS', u32],
  91: ['overspeedWarningKmh', scaled(u16, 10)],
  92: ['fatigueWarningS', u16],
  93: ['collisionAlarm', u16],
  94: ['rolloverAngle', u16],
  100: ['timedPhotoBits', u32],
  101: ['distancePhotoBits', u32],
  112: ['imageQuality', u32],
  113: ['brightness', u32],
  114: ['contrast', u32],
  115: ['saturation', u32],
  116: ['chroma', u32],
  117: ['videoStreams', VideoStreams],
  118: ['channelTable', ChannelTable],
  119: ['channelStreams', ChannelStreams],
  121: ['alarmRecording', AlarmRecording],
  122: ['videoAlarmMask', u32],
  123: ['imageAnalysis', ImageAnalysis],
  124: ['sleepMode', SleepMode],
  128: ['odometerKm', scaled(u32, 10)],
  129: ['province', u16],
  130: ['city', u16],
  131: ['plate', text],
  132: ['plateColour', u8],
  144: ['gnssModeBits', u8],
  145: ['gnssBaudRate', u8],
  146: ['gnssOutputRate', u8],
  147: ['gnssSamplingS', u32],
  148: ['gnssUploadKind', u8],
  149: ['gnssUploadSetting', u32],
  256: ['can1SamplingMs', u32],
  257: ['can1UploadS', u16],
  258: ['can2SamplingMs', u32],
  259: ['can2UploadS', u16],
  272: ['canIdSampling', CanSampling],
  62308: [
    ['adas', AdasParameters],
    ['adasGuangdong', GuangdongAdasParameters],
  ],
  62309: [
    ['dsm', DsmParameters],
    ['dsmShort', ShortDsmParameters],
    ['dsmGuangdong', GuangdongDsmParameters],
  ],
  62310: ['tpms', TpmsParameters],
  62311: ['bsd', BsdParameters],
} as const;

type Row = { readonly name: string; readonly codec: Codec<unknown> };

/** The rows of a parameter: several where its forms differ in length. */
const rowsById = new Map(
  Object.entries(parameterItems).map(([id, entry]): [number, readonly Row[]] => {
    const items = (typeof entry[0] === 'string' ? [entry] : entry) as readonly (readonly [string, Codec<unknown>])[];
    return [Number(id), items.map(([name, codec]) => ({ name, codec }))];
  }),
);
const idsByName = new Map([...rowsById].flatMap(([id, rows]) => rows.map(({ name }) => [name, id])));

const rawName = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;

/** Names of a parameter's values, one for each form. Without a row it is named `0x` and its id in hex. */
export const parameterNames = (id: number): readonly string[] => rowsById.get(id)?.map(({ name }) => name) ?? [rawName(id)];

/** The id of a parameter by its name; undefined for an unknown one. */
export const parameterId = (name: string): number | undefined =>
  idsByName.get(name) ?? (/^0x[0-9a-f]+$/.test(name) ? Number(name) : undefined);

const fieldsOf = ({ codec }: Row): readonly string[] => Object.keys(decode(codec, new Uint8Array(codec.size)) as object);

/**
 * A parameter as an item of 0x8103: its name, and its value. A text where the row has none is hex, like the value of a parameter without
 * a row. Of several forms it is the one with exactly these fields, or the first that has them. Throws CodecError for other hex.
 */
export function toParameterItem(id: number, value: unknown): readonly [name: string, value: unknown] {
  const rows = rowsById.get(id) ?? [];
  const [first] = rows;
  if (first === undefined || (typeof value === 'string' && first.codec !== text)) return [rawName(id), fromHex(String(value))];
  if (rows.length === 1 || typeof value !== 'object' || value === null) return [first.name, value];
  const keys = Object.keys(value);
  const having = rows.filter((row) => keys.every((key) => fieldsOf(row).includes(key)));
  return [(having.find((row) => fieldsOf(row).length === keys.length) ?? having[0] ?? first).name, value];
}

const parameters = tlv(parameterItems, { name: 'parameters', id: u32, length: u8, stated: u8 });

/** 0x8103. */
export const SetParameters = struct({ parameters });

/** 0x8106. */
export const QueryParameters = struct({ ids: list(u32, { stated: u8 }) });

/** 0x0104: `serial` is that of the query. */
export const Parameters = struct({ serial: u16, parameters });
