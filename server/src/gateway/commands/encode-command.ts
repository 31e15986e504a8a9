import { encodeGbk } from '@fleetwarden/protocol/codec';
import { decodeIdentification, encodePeripheralQuery } from '@fleetwarden/protocol/jsatl12';
import {
  asksForTime,
  type CircleInput,
  type Content,
  DOOR_LOCK,
  digitsOfTime,
  encodeCircle,
  encodePolygon,
  encodeRectangle,
  encodeRoute,
  type PolygonInput,
  type RecorderSettingCommand,
  type RecorderSpan,
  type RectangleInput,
  type RouteInput,
  recorderRequest,
  TEXT_BITS,
  toParameterItem,
  type Version,
  writeRecorderSetting,
} from '@fleetwarden/protocol/jt808';

/** Parameters of a command, validated by the contract. */
type Params = Readonly<Record<string, unknown>>;

const SECONDS_A_MINUTE = 60;
/** Bit 0 of a flag up to 2013. */
const URGENT = 1;
/** Bits 0-1 of a flag of 2019. */
const URGENT_2019 = 2;
const NOTICE_2019 = 3;

/**
 * The flag of 0x8300 (the number of the console, 3 plus channels, is not the flag). Up to 2013, bit 0 means urgent. Version 2019 has a
 * value in bits 0-1, and reserves the bit of the advertising screen, so it is removed unless it is the only channel.
 */
function textFlag(channels: readonly number[], urgent: boolean, version: Version): number {
  const bits = channels.reduce((sum, channel) => sum | channel, 0);
  if (version < 2019) return bits | (urgent ? URGENT : 0);
  const others = bits & (TEXT_BITS.display | TEXT_BITS.tts);
  return (urgent ? URGENT_2019 : NOTICE_2019) | (others !== 0 ? bits & ~TEXT_BITS.screen : bits);
}

/** 0x8105: load an upgrade; connect to a server, which is another one than the terminal's own. */
const [UPGRADE, CONNECT] = [1, 2] as const;
const TO_ANOTHER = 0;

/** Parameters of 0x8105 in the order of the wire. Other commands have none. */
const CONTROL_PARTS: Readonly<Record<number, readonly string[]>> = {
  [UPGRADE]: [
    ...['url', 'accessPoint', 'user', 'password', 'server', 'tcpPort', 'udpPort'],
    ...['maker', 'hardware', 'firmware', 'minutes'],
  ],
  [CONNECT]: ['connectTo', 'authCode', 'accessPoint', 'user', 'password', 'server', 'tcpPort', 'udpPort', 'minutes'],
};

/** 0x8301: deletes all events, or the ids. 0x8303 and 0x8401 delete all rows with the same number. */
const [DELETE_ALL, DELETE_EVENTS] = [0, 4] as const;

type Row = Readonly<Record<string, string | number>>;
const rowsOf = <T>(value: unknown, toItem: (row: Row) => T): T[] => (value as readonly Row[]).map(toItem);

const instant = (value: unknown): string => digitsOfTime(typeof value === 'number' ? value : null);
const search = ({ mediaKind, channel, mediaEvent, start, end }: Params) => ({
  kind: Number(mediaKind),
  channel: Number(channel),
  event: Number(mediaEvent),
  startTime: instant(start),
  endTime: instant(end),
});

/** Parameters of 0x8701 as the recorder has them. Without a time it gets the server's. */
function encodeRecorderSetting({ command, at, names, initialKm, ...values }: Params, now: number): Uint8Array {
  const time = typeof at === 'number' ? at : now;
  const fields: Readonly<Record<number, object>> = {
    130: values,
    131: { installedAt: time },
    // one byte of signals
    132: { clockAt: now, signalBytes: 1, signals: names },
    194: { clockAt: time },
    195: { clockAt: now, ...values },
    196: { clockAt: time, installedAt: null, initialKm, odometerKm: initialKm },
  };
  const number = Number(command);
  return writeRecorderSetting(number as RecorderSettingCommand, fields[number] as never);
}

/** Parameters with the digits of their times. */
const withSpan = (params: Params) => ({
  ...params,
  startTime: instant(params['startTime']),
  endTime: instant(params['endTime']),
});

const list = <T>(value: unknown): readonly T[] => value as readonly T[];

/** `now`: epoch ms, for clocks that are set. */
type Encoder = (params: Params, version: Version, now: number) => Content;

const encodeIds = (areaNos: unknown) => ({ ids: [...list<number>(areaNos)] });

/** Messages whose fields differ from the parameters of the command. */
const ENCODERS: ReadonlyMap<number, Encoder> = new Map<number, Encoder>([
  [
    0x8103,
    // values by decimal id; the codec refuses those that do not fit
    ({ values }) => ({
      id: 0x8103,
      body: {
        parameters: Object.fromEntries(Object.entries(values as Params).map(([id, value]) => toParameterItem(Number(id), value))),
      } as never,
    }),
  ],
  [
    0x8202,
    ({ interval, validMinutes }) => ({
      type: 'trackLocation',
      body: { intervalS: Number(interval), validityS: Number(validMinutes) * SECONDS_A_MINUTE },
    }),
  ],
  [
    0x8300,
    ({ channels, text, urgent }, version) => ({
      type: 'sendText',
      body: { flag: textFlag(list<number>(channels), urgent === true, version), text: String(text) },
    }),
  ],
  [
    0x8301,
    ({ action, events }) => {
      const number = Number(action);
      if (number === DELETE_ALL) return { type: 'setEvents', body: { action: number } };
      if (number === DELETE_EVENTS)
        return { type: 'setEvents', body: { action: number, ids: rowsOf(events, ({ eventId }) => Number(eventId)) } };
      const items = rowsOf(events, ({ eventId, eventText }) => ({ id: Number(eventId), text: String(eventText) }));
      return { type: 'setEvents', body: { action: number, events: items } };
    },
  ],
  [
    0x8302,
    ({ questionChannels, question, answers }) => ({
      type: 'askQuestion',
      body: {
        flag: list<number>(questionChannels).reduce((bits, channel) => bits | channel, 0),
        question: String(question),
        answers: rowsOf(answers, ({ answerId, answerText }) => ({ id: Number(answerId), text: String(answerText) })),
      },
    }),
  ],
  [
    0x8303,
    ({ action, menu }) => {
      const number = Number(action);
      const items = rowsOf(menu, ({ infoType, infoName }) => ({ kind: Number(infoType), name: String(infoName) }));
      return { type: 'setInfoMenu', body: number === DELETE_ALL ? { action: number } : { action: number, items } };
    },
  ],
  [0x8304, ({ infoType, text }) => ({ type: 'sendInfo', body: { kind: Number(infoType), text: String(text) } })],
  [
    0x8401,
    ({ action, contacts }) => {
      const number = Number(action);
      const items = rowsOf(contacts, ({ callDirection, phone, contactName }) => ({
        kind: Number(callDirection),
        phone: String(phone),
        name: String(contactName),
      }));
      return { type: 'setPhoneBook', body: number === DELETE_ALL ? { action: number } : { action: number, contacts: items } };
    },
  ],
  [
    0x8500,
    ({ door, lockValue }, version) => {
      const isLocked = Number(door) === 1;
      if (version < 2019) return { type: 'controlVehicle', body: { flag: Number(isLocked) } };
      // models differ in which value is locked
      const value = isLocked ? Number(lockValue) : 1 - Number(lockValue);
      return { type: 'controlVehicle', body: { controls: [{ kind: DOOR_LOCK, value }] } };
    },
  ],
  [
    0x8600,
    ({ action, areas }) => ({
      type: 'setCircles',
      body: { action: Number(action), items: list<CircleInput>(areas).map(encodeCircle) },
    }),
  ],
  [0x8601, ({ areaNos }) => ({ type: 'deleteCircles', body: encodeIds(areaNos) })],
  [
    0x8602,
    ({ action, areas }) => ({
      type: 'setRectangles',
      body: { action: Number(action), items: list<RectangleInput>(areas).map(encodeRectangle) },
    }),
  ],
  [0x8603, ({ areaNos }) => ({ type: 'deleteRectangles', body: encodeIds(areaNos) })],
  [0x8604, ({ area }) => ({ type: 'setPolygon', body: encodePolygon(area as PolygonInput) })],
  [0x8605, ({ areaNos }) => ({ type: 'deletePolygons', body: encodeIds(areaNos) })],
  [0x8606, ({ area }) => ({ type: 'setRoute', body: encodeRoute(area as RouteInput) })],
  [0x8607, ({ areaNos }) => ({ type: 'deleteRoutes', body: encodeIds(areaNos) })],
  [0x8608, ({ kind, areaNos }) => ({ type: 'queryAreas', body: { kind: Number(kind), ...encodeIds(areaNos) } })],
  [
    0x8105,
    ({ command = CONNECT, connectTo = TO_ANOTHER, ...params }) => {
      const all: Params = { connectTo, ...params };
      const parts = CONTROL_PARTS[Number(command)];
      const parameters = parts && { parameters: parts.map((part) => all[part] ?? '').join(';') };
      return { type: 'terminalControl', body: { command: Number(command), ...parameters } };
    },
  ],
  [
    0x8700,
    ({ command, start, end, most }) => {
      const commandNo = Number(command);
      const span: RecorderSpan = { startAt: Number(start), endAt: Number(end), most: Number(most) };
      const block = recorderRequest(commandNo, asksForTime(commandNo) ? span : null);
      return { type: 'collectRecorder', body: { command: commandNo, block } };
    },
  ],
  [
    0x8701,
    (params, _version, now) => ({
      type: 'setRecorder',
      body: { command: Number(params['command']), block: encodeRecorderSetting(params, now) },
    }),
  ],
  [0x8801, ({ interval, ...photo }) => ({ id: 0x8801, body: { ...photo, intervalS: interval } as never })],
  [0x8802, (params) => ({ type: 'searchMedia', body: search(params) })],
  [0x8803, (params) => ({ type: 'uploadMedia', body: { ...search(params), remove: Number(params['remove']) } })],
  [
    0x8804,
    ({ recording, seconds, save, samplingRate }) => ({
      type: 'recordAudio',
      body: { command: Number(recording), seconds: Number(seconds), save: Number(save), rate: Number(samplingRate) },
    }),
  ],
  [0x9201, (params) => ({ id: 0x9201, body: withSpan(params) as never })],
  [0x9202, (params) => ({ id: 0x9202, body: { ...params, position: instant(params['position']) } as never })],
  [0x9205, (params) => ({ id: 0x9205, body: withSpan(params) as never })],
  [
    0x9208,
    ({ server, tcpPort, udpPort, identification, alarmNo }) => ({
      type: 'requestAttachments',
      body: {
        server: String(server),
        tcpPort: Number(tcpPort),
        udpPort: Number(udpPort),
        identification: decodeIdentification(Buffer.from(String(identification), 'hex')),
        alarmNo: String(alarmNo),
        reserved: new Uint8Array(REQUEST_RESERVED_BYTES),
      },
    }),
  ],
  [0x8900, (params) => ({ type: 'transparentDown', body: { kind: Number(params['dataKind']), data: transparentData(params) } })],
  [
    0x9206,
    ({ startTime, endTime, ...upload }) => ({
      id: 0x9206,
      body: { ...upload, startTime: instant(startTime), endTime: instant(endTime) } as never,
    }),
  ],
]);

/** Behind the alarm number of 0x9208. */
const REQUEST_RESERVED_BYTES = 16;
/** DATA_FORMAT of 0x8900; the other is text. */
const HEX = 0;

/** ADAS, DSM, TPMS and BSD of T/JSATL 12. */
const PERIPHERALS = [0x64, 0x65, 0x66, 0x67];

/** The data of 0x8900: the peripherals of a query (none: all), or as the user typed it. */
function transparentData({ peripherals, dataFormat, data }: Params): Uint8Array {
  if (data === undefined)
    return encodePeripheralQuery(Array.isArray(peripherals) && peripherals.length > 0 ? peripherals : PERIPHERALS);
  return dataFormat === HEX ? Buffer.from(String(data), 'hex') : encodeGbk(String(data));
}

/** Makes the message of a command. Encoding it throws CodecError if a value does not fit its field. */
export const encodeCommand = (messageId: number, params: Params, version: Version, now: number): Content =>
  // without an encoder, the parameters have the names of the message fields
  ENCODERS.get(messageId)?.(params, version, now) ?? ({ id: messageId, body: params } as unknown as Content);
