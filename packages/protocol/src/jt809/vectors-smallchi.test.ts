import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Writer } from '../codec/index.ts';
import { fromHex, toHex } from '../hex.ts';
import { readCarrier, writeCarrier } from './carrier.ts';
import {
  cipher,
  decodeFrame,
  decodeMessage,
  encodeBody,
  encodeMessage,
  type KnownMessage,
  type Message,
  type Wire,
} from './index.ts';
import { decodeBody } from './message.ts';
import type { Revision } from './revision.ts';

type Fields = Record<string, unknown>;
type Vector = {
  readonly hex: string;
  readonly scope: 'body' | 'frame';
  readonly msgId: string;
  readonly type: string | null;
  readonly version: string;
  readonly fields: Fields;
  readonly header?: Fields | null;
};

// Public vectors outside the repository, not committed.
const file = (name: string) => new URL(`../../../../../shared/vectors/${name}`, import.meta.url);
const present = existsSync(file('smallchi-jt809.json'));
const read = (name: string) => (present ? JSON.parse(readFileSync(file(name), 'utf8')).items : []);
// one of them is a message of JT/T 808
const vectors: Vector[] = read('smallchi-jt809.json').filter(({ msgId }: Vector) => !msgId.startsWith('808:'));

const revisionOf = ({ version }: Vector): Revision => (version.startsWith('2019') ? 2019 : 2011);
const wireOf = (vector: Vector): Wire => ({ revision: revisionOf(vector), keys: null });

/** The message of a body: a carrier's, or that of the type's last id. */
function messageOf(vector: Vector): { message: Message; carrier: number | null } {
  const revision = revisionOf(vector);
  if (vector.scope === 'frame') {
    const frame = decodeFrame(fromHex(vector.hex), wireOf(vector));
    return { message: decodeMessage(frame, revision), carrier: null };
  }
  const [outer, inner] = [...vector.type!.matchAll(/0x([0-9A-F]{4})/g)].map((match) => Number.parseInt(match[1]!, 16));
  const body = fromHex(vector.hex);
  if (inner !== undefined) return { message: decodeBody({ id: inner, vehicle: null, data: body }, revision), carrier: null };
  const alone = (outer! & 0xff) !== 0;
  return { message: decodeMessage({ header: { id: outer! }, body }, revision), carrier: alone ? null : outer! };
}

/** The body a message gives again. */
function bodyAgain({ message, carrier }: ReturnType<typeof messageOf>): string {
  const data = encodeBody(message as KnownMessage, message.revision);
  if (carrier === null) return toHex(data);
  const w = new Writer(message.revision);
  writeCarrier(w, { id: message.id, vehicle: message.vehicle, data });
  return toHex(w.done());
}

/** Text of fixed width has its padding on the right; this source has it on the left for 1078's, and so are its bytes. */
const LEFT_PADDED = new Set(['JT809_JT1078_0x1800', 'JT809_JT1078_0x1A00', 'JT809_JT1078_0x1B00']);

/** Seconds of the source's local times (UTC+8). */
const seconds = (text: string) => Date.parse(`${text.length === 10 ? `${text} 00:00:00` : text}+08:00`.replace(' ', 'T')) / 1000;
const hex = (data: Uint8Array) => toHex(data);

/** The decoded value for a name of the source. */
const says: Record<string, (body: Fields, said: unknown) => unknown> = {};
const same = (names: Record<string, string | readonly string[]>) => {
  for (const [name, places] of Object.entries(names))
    says[name] = (body) =>
      [places]
        .flat()
        .map((place) => at(body, place))
        .find((value) => value !== undefined);
};
const at = (body: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], body);

same({
  UserId: 'user',
  Password: 'password',
  MsgGNSSCENTERID: 'accessCode',
  DownLinkIP: 'linkAddress',
  DownLinkPort: 'linkPort',
  VerifyCode: 'verifyCode',
  ReasonCode: 'reason',
  DynamicInfoTotal: 'count',
  LoseDymamicSum: 'data.lost',
  DisconnectNum: 'data.interruptions',
  DisconnectTime: 'data.interruptedSeconds',
  ProducerId: 'maker',
  TerminalId: 'terminal',
  TerminalModelType: 'model',
  TerminalSimCode: 'sim',
  IMIEId: 'imei',
  SourceDataType: 'sourceType',
  SourceMsgSn: 'sourceSerial',
  SourceMsgSN: 'sourceSerial',
  DataType: 'sourceType',
  MsgSn: 'sourceSerial',
  DriverID: 'identity',
  DriverName: 'name',
  Licence: 'licence',
  OrgName: 'issuer',
  EwaybillInfo: 'text',
  ObjectType: 'objectType',
  InfoContent: 'text',
  Responder: 'responder',
  ResponderTel: 'responderPhone',
  ObjectID: ['objectId', 'objectId2011', 'objectId2019'],
  Result: 'result',
  SupervisionLevel: 'level',
  WarnSrc: 'warnSource',
  WarnType: ['warnType', 'warnType2019'],
  Supervisor: 'supervisor',
  SupervisorTel: 'phone',
  SupervisorEmail: 'mail',
  WarnContent: 'text',
  VehicleNo: 'plate',
  VehicleColor: 'colour',
  PhotoRspFlag: 'flag',
  LensID: 'channel',
  SizeType: 'image.size',
  Type: ['control', 'image.format'],
  CommandType: 'command',
  Command: 'command',
  CarInfo: 'text',
  MsgSequence: 'serial',
  MsgPriority: 'priority',
  MsgContent: 'text',
  AccessPointName: 'accessPoint',
  UserName: 'user',
  ServerIP: 'server',
  TcpPort: ['tcpPort', 'port'],
  UdpPort: 'udpPort',
  ServerIp: 'server',
  ServerPort: 'port',
  SessionId: 'session',
  FilePath: 'path',
  ChannelId: 'channel',
  AVItemType: 'kind',
  AVitemType: 'kind',
  StreamType: 'stream',
  MemType: 'storage',
  ItemNumber: 'count',
  FileSize: 'bytes',
  Max: 'span.most',
  Encrypt: 'encrypted',
  Day: 'day',
  Month: 'month',
  Year: 'year',
  Hour: 'hour',
  Minute: 'minute',
  Second: 'second',
  Lon: 'lng',
  Lat: 'lat',
  Vec1: 'speed',
  Vec2: 'recorderSpeed',
  Vec3: 'mileage',
  Direction: 'direction',
  Altitude: 'altitude',
  State: 'status',
  Alarm: 'alarm',
  Alarm1: 'platformAlarm',
  Alarm2: 'regionAlarm',
  Alarm3: 'governmentAlarm',
  PlatformId1: 'platform',
  PlatformId2: 'region',
  PlatformId3: 'government',
  PlateformId: ['platform', 'data.platform'],
  ItemNum: 'items.length',
  MsgSN: 'serial',
  InfoID: 'infoId',
});

const timeAt =
  (...places: string[]) =>
  (body: Fields, said: unknown) => {
    const value = places.map((place) => at(body, place)).find((each) => each !== undefined);
    // the source formats its local time, we have digits
    if (typeof value === 'string')
      return `20${value.replace(/(..)(..)(..)(..)(..)(..)/, '$1-$2-$3 $4:$5:$6')}` === said ? said : value;
    return value === seconds(said as string) ? said : value;
  };
Object.assign(says, {
  StartTime: timeAt('start', 'data.start', 'span.start'),
  EndTime: timeAt('end', 'data.end', 'span.end'),
  PlayBackStartTime: timeAt('start'),
  PlayBackEndTime: timeAt('end'),
  ValidDate: timeAt('validUntil'),
  WarnTime: timeAt('warnTime', 'warnTime2019'),
  SupervisionEndTime: timeAt('deadline'),
  Time: timeAt('at'),
  // written as a number here, its bytes in our text
  SupervisionID: (body: Fields, said: unknown) =>
    typeof said === 'string' ? (body['supervisionId'] as number).toString(16).toUpperCase() : body['supervisionId'],
  // numbers where texts are meant
  SourcePlatformId: (body: Fields) => String(Number.parseInt((body['platform'] as string).slice(2), 16)),
  DestinationPlatformId: (body: Fields) => String(Number.parseInt((body['destination'] as string).slice(2), 16)),
  AlarmType: (body: Fields) => Number.parseInt(hex(body['alarms'] as Uint8Array), 16),
  AuthenticationCode: (body: Fields, said: unknown) =>
    (body['authCode'] as string).endsWith(said as string) ? said : body['authCode'],
  GnssData: (body: Fields) => ((body['position'] as Uint8Array).length === 36 ? 'said' : 'not 36 bytes'),
  TraveldataInfo: (body: Fields) => hex(body['data'] as Uint8Array),
  PlateFormId: (body: Fields) => body['platform'],
  AuthorizeCode: (body: Fields) => body['password'],
  AuthorizeCode1: (body: Fields) => body['own'],
  AuthorizeCode2: (body: Fields) => body['others'],
});

/** For an answer: not on the wire (2019 removed the number, carriers have their own). */
const UNSENT = /^(\$.*|\w+Length|SubBusinessType|BusinessType|notNull|Count|.*\.Count|DRVLine)$/;

/** `SubBodies.list[0].name` and `object.name` as the list and the object they mean; texts of how they are checked go. */
function unfolded(said: Fields): Fields {
  const lists = new Map<string, Fields[]>();
  const out: Fields = {};
  for (const [path, value] of Object.entries(said)) {
    const name = path.replace('SubBodies.', '').replace('.ToByteValue()', '');
    const [, list, index, object, rest] = /^(?:(\w+)\[(\d+)\]|(\w+))\.(\w+)$/.exec(name) ?? [];
    if (list !== undefined) {
      const items = lists.get(list) ?? [];
      items[Number(index)] = { ...items[Number(index)], [rest!]: value };
      lists.set(list, items);
    } else if (object !== undefined) out[object] = { ...(out[object] as Fields | undefined), [rest!]: value };
    else out[name] = value;
  }
  return { ...out, ...Object.fromEntries(lists) };
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Compares every value of the source with ours; unsent values are left out. */
function compare(body: Fields, said: Fields, vector: Vector): void {
  for (const [key, value] of Object.entries(unfolded(said))) {
    if (UNSENT.test(key) || value === null) continue;
    if (key.startsWith('VehiclePosition')) {
      const position = (body['position'] ?? body) as Fields;
      compare((position['at2011'] ?? position['at2019']) as Fields, value as Fields, vector);
    } else if (Array.isArray(value) && isObject(value[0])) {
      const items = (body['items'] ?? at(body, 'data.received')) as Fields[];
      for (const [i, item] of value.entries()) compare(items[i]!, item, vector);
    } else {
      // an object of the source has fields of both printings
      if (key === 'InfoID' && body['infoId'] === undefined) continue;
      if (key.startsWith('Object') && body['objectType'] === undefined) continue;
      expect(says[key]?.(body, value), `${vector.type} ${key}`).toEqual(plain(value));
    }
  }
}

/** Values of the source as ours are. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { hex: digits, call } = value as Fields;
  if (typeof digits === 'string') return digits.toLowerCase();
  if (call !== undefined) return 'said';
  if (Array.isArray(value)) return value.every((byte) => byte === 0) ? '' : `0x${toHex(Uint8Array.from(value as number[]))}`;
  return value;
}

const bodies = vectors.filter(({ scope }) => scope === 'body');
const frames = vectors.filter(({ scope }) => scope === 'frame');

describe.skipIf(!present)('smallchi-jt809.json', () => {
  it('has the expected number of vectors', () => {
    expect(bodies.length).toBe(118);
    expect(frames.length).toBe(10);
  });

  it.each(bodies.map((vector, i) => ({ name: `${i} ${vector.type} ${vector.version}`, vector })))(
    '$name is re-encoded byte for byte',
    ({ vector }) => {
      const read = messageOf(vector);
      expect(read.message.type).not.toBe('unknown');
      const again = bodyAgain(read);
      if (!LEFT_PADDED.has(vector.type!)) return expect(again).toBe(vector.hex.toLowerCase());
      // the same message, however its texts are padded
      const carrier = read.carrier!;
      const twice = decodeBody(readCarrier(carrier, fromHex(again), read.message.revision), read.message.revision);
      expect(twice).toEqual(read.message);
      expect(again).toHaveLength(vector.hex.length);
    },
  );

  it.each(bodies.map((vector, i) => ({ name: `${i} ${vector.type} ${vector.version}`, vector })))(
    '$name has the claimed values',
    ({ vector }) => {
      const { message } = messageOf(vector);
      const inner = (vector.fields['SubBodies'] as Fields | undefined) ?? {};
      const outer = Object.fromEntries(Object.entries(vector.fields).filter(([name]) => name !== 'SubBodies'));
      const body = message.body as Fields;
      if (message.vehicle !== null) {
        if ('VehicleNo' in outer) expect(message.vehicle.plate).toBe(outer['VehicleNo']);
        for (const name of ['VehicleNo', 'VehicleColor']) delete outer[name];
      }
      compare(body, { ...outer, ...inner }, vector);
    },
  );

  it.each(frames.map((vector, i) => ({ name: `${i} ${vector.msgId} ${vector.version}`, vector })))(
    'frame $name',
    ({ vector }) => {
      const wire = wireOf(vector);
      const { header, body } = decodeFrame(fromHex(vector.hex), wire);
      const said = vector.header!;
      expect(header).toMatchObject({
        length: said['msgLengthField'],
        serial: said['sn'],
        accessCode: said['gnssCenterId'],
        encrypted: said['encrypt'],
        key: said['encryptKey'],
      });
      expect(Object.values(header.protocol).join('.')).toBe(said['version']);
      const message = decodeMessage({ header, body }, wire.revision);
      const again = encodeMessage(message as KnownMessage, header, { ...wire, revision: message.revision });
      expect(toHex(again)).toBe(vector.hex);
    },
  );
});

describe.skipIf(!present)('jt809-crypto.json', () => {
  type Crypto = {
    kind: string;
    hex: string;
    key: number;
    IA1: number;
    IC1: number;
    M1: number;
    plainHex: string;
    cipherHex: string;
  };
  const items: Crypto[] = read('jt809-crypto.json');
  const stream = items.find(({ kind }) => kind === 'stream cipher')!;

  it('encrypts and decrypts', () => {
    const bytes = fromHex(stream.plainHex);
    const keys = { m1: stream.M1, ia1: stream.IA1, ic1: stream.IC1 };
    cipher(bytes, stream.key, keys);
    expect(toHex(bytes)).toBe(stream.cipherHex);
    cipher(bytes, stream.key, keys);
    expect(toHex(bytes)).toBe(stream.plainHex);
  });

  it('reads and writes an encrypted login', () => {
    const wire: Wire = { revision: 2011, keys: { m1: stream.M1, ia1: stream.IA1, ic1: stream.IC1 } };
    for (const { hex: bytes } of items.filter(({ kind }) => kind === 'encrypted frame')) {
      const frame = decodeFrame(fromHex(bytes), wire);
      const message = decodeMessage(frame, 2011) as KnownMessage;
      expect(message).toMatchObject({
        type: 'login',
        body: { user: 20180920, password: '20180920', linkAddress: '127.0.0.1', linkPort: 809 },
      });
      expect(toHex(encodeMessage(message, frame.header, wire))).toBe(bytes);
    }
  });
});
