import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { readPeripheralReports } from '../jsatl12/index.ts';
import { decodeBody, encodeMessage, type Header, readHeader, sliceBody } from './index.ts';
import {
  bag,
  extraOf,
  type Fields,
  flatten,
  framed,
  GMT8,
  isOurs,
  type Mapping,
  micro,
  reencoded,
  statedHeader,
  tenth,
  toBits,
  type Value,
  type Vector,
} from './vector-kit.ts';

// Public vectors outside the repository; they contain real plates and SIM numbers and are not committed.
const FILE = new URL('../../../../../shared/vectors/yezhihao-jt808.json', import.meta.url);
const present = existsSync(FILE);
const vectors: Vector[] = present ? JSON.parse(readFileSync(FILE, 'utf8')).items : [];

describe.skipIf(!present)('yezhihao-jt808.json', () => {
  /** Messages whose times the source leaves as digits. */
  const DIGITS: ReadonlySet<number> = new Set([0x1005, 0x9201, 0x9205]);
  const time = (digits: Value, header: Header | null): string =>
    header !== null && DIGITS.has(header.id) ? (digits as string) : GMT8(digits as string).replace(' ', 'T');
  const identification = (b: Fields): Fields => (b['identification'] ?? (b['sender'] as Fields)['identification']) as Fields;
  const NAMES: Mapping = {
    messageId: (_, h) => h?.id,
    serialNo: (_, h) => h?.serial,
    clientId: (_, h) => h?.phone,
    protocolVersion: (_, h) => h?.protocolVersion ?? 0,
    properties: (_, h) => (h!.version === 2019 ? 0x4000 : 0) | h!.bodyLength,
    verified: () => true,
    responseSerialNo: (b) => b['serial'],
    responseMessageId: (b) => b['id'],
    resultCode: (b) => b['result'],
    token: (b) => b['code'],
    imei: (b) => b['imei'],
    softwareVersion: (b) => b['softwareVersion'],
    provinceId: (b) => b['province'],
    cityId: (b) => b['city'],
    makerId: (b) => b['maker'],
    deviceModel: (b) => b['model'],
    deviceId: (b) => b['terminalId'] ?? identification(b)['terminalId'],
    deviceId_: (b) => (b['sender'] as Fields)['terminalId'],
    sequenceNo: (b) => identification(b)['serial'],
    fileTotal: (b) => identification(b)['attachments'],
    platformAlarmId: (b) => b['alarmNo'],
    reserved: (b) => (identification(b)['reserved'] as Uint8Array).at(-1),
    reserves: (b) => [...(b['reserved'] as Uint8Array)],
    name: (b) => b['name'],
    size: (b) => b['sizeBytes'],
    result: (b) => b['result'],
    items: (b) => (b['gaps'] as Fields[]).flatMap(({ offset, length }) => [offset, length]),
    plateColor: (b) => b['plateColour'],
    plateNo: (b) => b['plate'],
    deviceType: (b) => b['typeBits'],
    iccid: (b) => b['iccid'],
    hardwareVersion: (b) => b['hardware'],
    firmwareVersion: (b) => b['firmware'],
    gnssAttribute: (b) => toBits(b['gnss'] as Fields, ['gps', 'beidou', 'glonass', 'galileo']),
    networkAttribute: (b) =>
      toBits(b['network'] as Fields, ['gprs', 'cdma', 'tdScdma', 'wcdma', 'cdma2000', 'tdLte', '-', 'other']),
    'message.key': (b) => b['kind'],
    warnBit: (b) => at(b)['alarmBits'],
    statusBit: (b) => at(b)['statusBits'],
    latitude: (b) => micro(at(b)['latitude']),
    longitude: (b) => micro(at(b)['longitude']),
    altitude: (b) => (at(b)['altitudeM'] as number) & 0xffff,
    speed: (b) => tenth(at(b)['speedKmh']),
    direction: (b) => at(b)['heading'],
    deviceTime: (b) => GMT8(at(b)['time'] as string).replace(' ', 'T'),
    total: (b) => b['count'] ?? (b['gaps'] as Fields[]).length,
    type: (b) => b['kind'] ?? b['alarmBits'] ?? b['action'] ?? b['flag'],
    command: (b) => b['command'] ?? b['control'],
    parameter: (b) => b['parameters'],
    interval: (b) => b['intervalS'],
    validityPeriod: (b) => b['validityS'],
    id: (b, h) => (h?.id === 0x8800 ? b['missing'] : (b['mediaId'] ?? b['indexes'] ?? b['ids'])),
    eventId: (b) => b['eventId'],
    answerId: (b) => b['answerId'],
    body: (b) => [...(b['data'] as Uint8Array)],
    sign: (b) => b['flag'],
    content: (b) => b['question'] ?? b['text'],
    startTime: (b, h) => time(b['startTime'], h),
    endTime: (b, h) => time(b['endTime'], h),
    delete: (b) => b['remove'],
    audioSamplingRate: (b) => b['rate'],
    mediaId: (b) => b['mediaId'],
    format: (b) => b['format'],
    event: (b) => b['event'],
    packet: (b) => toHex(b['data'] as Uint8Array),
    action: (b) => b['action'],
    channelId: (b) => b['channel'],
    time: (b) => b['intervalS'] ?? b['seconds'],
    save: (b) => b['save'],
    resolution: (b) => b['resolution'],
    quality: (b) => b['quality'],
    brightness: (b) => b['brightness'],
    contrast: (b) => b['contrast'],
    saturation: (b) => b['saturation'],
    chroma: (b) => b['chroma'],
    e: (b) => b['e'],
    n: (b) => [...(b['n'] as Uint8Array)],
    getOnCount: (b) => b['boarded'],
    getOffCount: (b) => b['alighted'],
    ip: (b) => b['server'],
    tcpPort: (b) => b['tcpPort'],
    udpPort: (b) => b['udpPort'],
    channelNo: (b) => b['channel'],
    mediaType: (b) => b['dataType'] ?? b['mediaType'],
    streamType: (b) => b['streamType'],
    storageType: (b) => b['storage'],
    closeType: (b) => b['closeKind'],
    packetLossRate: (b) => b['lossPercent'],
    playbackMode: (b) => b['mode'],
    playbackSpeed: (b) => b['speed'],
    warnBit1: (b) => b['alarmBits'],
    warnBit2: (b) => b['videoAlarmBits'],
    port: (b) => b['port'],
    username: (b) => b['user'],
    password: (b) => b['password'],
    path: (b) => b['path'],
    condition: (b) => b['conditionBits'],
    param1: (b) => b['direction'],
    param2: (b) => b['speed'],
    // 0x8500 of one byte has none
    param: (b, h) => (h?.id === 0x8500 ? 0 : b['action']),
    'attributes.1': (b) => tenth(extraOf(b)['odometerKm']),
    'attributes.2': (b) => tenth(extraOf(b)['fuelL']),
    'attributes.3': (b) => tenth(extraOf(b)['recorderKmh']),
    'attributes.4': (b) => extraOf(b)['confirmAlarmId'],
    'attributes.5.value': (b) => [...(extraOf(b)['tyrePressures'] as Uint8Array)],
    'attributes.6': (b) => extraOf(b)['cabinTemperatureC'],
    'attributes.17.areaType': (b) => (extraOf(b)['overspeed'] as Fields)['placeType'],
    'attributes.17.areaId': (b) => (extraOf(b)['overspeed'] as Fields)['placeId'],
    'attributes.18.areaType': (b) => (extraOf(b)['areaCrossing'] as Fields)['placeType'],
    'attributes.18.areaId': (b) => (extraOf(b)['areaCrossing'] as Fields)['placeId'],
    'attributes.18.direction': (b) => (extraOf(b)['areaCrossing'] as Fields)['direction'],
    'attributes.19.areaId': (b) => (extraOf(b)['segmentTime'] as Fields)['segmentId'],
    'attributes.19.driveTime': (b) => (extraOf(b)['segmentTime'] as Fields)['seconds'],
    'attributes.19.result': (b) => (extraOf(b)['segmentTime'] as Fields)['result'],
    'attributes.37': (b) => extraOf(b)['signalBits'],
    'attributes.42': (b) => extraOf(b)['ioBits'],
    'attributes.43': (b) => (extraOf(b)['analog'] as Fields)['ad0'],
    'attributes.48': (b) => extraOf(b)['signal'],
    'attributes.49': (b) => extraOf(b)['satellites'],
  };
  const LISTS: Readonly<Record<string, string>> = {
    items: 'items',
    events: 'events',
    options: 'answers',
    infos: 'items',
    contacts: 'contacts',
  };
  const ITEM_NAMES: Readonly<Record<string, (item: Fields) => Value>> = {
    id: (i) => i['id'],
    data: (i) => [...(i['data'] as Uint8Array)],
    content: (i) => i['text'],
    type: (i) => i['kind'],
    name: (i) => i['name'],
    sign: (i) => i['kind'],
    channelNo: (i) => i['channel'],
    startTime: (i) => time(i['startTime'], null),
    endTime: (i) => time(i['endTime'], null),
    warnBit: (i) => i['alarmBits'],
    mediaType: (i) => i['mediaType'],
    streamType: (i) => i['streamType'],
    storageType: (i) => i['storage'],
    size: (i) => i['sizeBytes'],
    phone: (i) => i['phone'],
  };
  /** T/JSATL 12: what peripherals are. */
  const PERIPHERALS: Readonly<Record<string, string>> = {
    id: 'peripheral',
    companyName: 'company',
    productModel: 'product',
    hardwareVersion: 'hardware',
    firmwareVersion: 'firmware',
    deviceId: 'device',
    userCode: 'customer',
  };
  /** A field of a parameter group, by the source's names; -1 is a field with all bits set. */
  const GROUPS: Readonly<Record<string, string>> = {
    117: 'videoStreams',
    121: 'alarmRecording',
    123: 'imageAnalysis',
    124: 'sleepMode',
    62308: 'adasGuangdong',
    62309: 'dsmGuangdong',
    62311: 'bsd',
  };
  const ALL_SET = new Set<Value>([0xff, 0xffff, 0xffffffff]);
  const groupClaims = (body: Fields, said: Fields): void => {
    for (const [id, fields] of Object.entries(said)) {
      const group = (body['parameters'] as Fields)[GROUPS[id]!] as Fields;
      const read = Object.values(group).map((value) => {
        if (typeof value === 'string' && value.length === 4) return `${value.slice(0, 2)}:${value.slice(2)}:00`;
        if (typeof value === 'string') return [...Buffer.from(value, 'hex')];
        return ALL_SET.has(value) ? -1 : value;
      });
      // both in the order of the wire
      expect(read).toEqual(Object.values(fields as Fields));
    }
  };
  const at = (b: Fields): Fields => {
    const { location } = b;
    if (!(location instanceof Uint8Array)) return (location as Fields | undefined) ?? b;
    return decodeBody({ id: 0x0200, version: 2013, encryption: 0 }, location).body as unknown as Fields;
  };
  /** Messages with positions and areas in their items. */
  const PLACES = new Set(['locationBatch', 'setCircles', 'setRectangles']);
  /** Not claims about these messages: the round trip holds the bytes. */
  const NO_CLAIM: readonly (readonly [RegExp, string])[] = [
    [/^parameters\.\d+\./, 'compared group by group below'],
    [/^dateTime$/, 'the last three of five bytes; the standard has hours first'],
    [/^attributes\.(100|101|102|103)\b/, 'T/JSATL 12 items, kept as bytes'],
    [/^location\.(messageId|properties|protocolVersion|serialNo|verified)$/, 'a bean has them, a position has not'],
    [/^items\[\d+\]\.(messageId|properties|protocolVersion|serialNo|verified)$/, 'a bean has them, a batch item has not'],
    [/^items\[\d+\]\./, 'compared item by item below'],
  ];
  /** Bodies that we write differently: a phone number padded to twenty bytes, for which the standard only sets a maximum. */
  const PADDED = new Set([111]);
  /** Its count is missing, which 2019 demands; we write it. */
  const UNCOUNTED = new Set([114]);
  for (const [i, v] of vectors.entries()) {
    it(`[${i}] ${v.msgId} ${v.version}`, () => {
      const { frames, bad } = framed(v);
      if (v.validation?.ok === false) {
        expect(bad).not.toEqual([]);
        return;
      }
      expect(bad).toEqual([]);
      const header = readHeader(frames[0]!);
      expect(header).toMatchObject(statedHeader(v.header!));
      if (!isOurs(v) || header.total > 0) return;
      const body = sliceBody(frames[0]!, header);
      const message = decodeBody(header, body);
      if (message.encrypted || message.type === 'unknown') throw new Error('not decoded');
      if (PADDED.has(i)) expect(toHex(body).replace(/(00)+$/, '')).toBe(reencoded(message));
      else expect(reencoded(message)).toBe((UNCOUNTED.has(i) ? '0001' : '') + toHex(body));
      const { version, phone, serial } = header;
      const again = encodeMessage({ id: header.id, body: body.slice(), version, phone, serial });
      expect(toHex(again[0]!)).toBe(v.hex);
      for (const [path, value] of Object.entries(flatten(v.fields, '', {}))) {
        const [, at, told] = /^message\.value\.items\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
        if (told !== undefined) {
          const { kind, data } = bag(message) as { kind: number; data: Uint8Array };
          expect(readPeripheralReports(kind, data)?.[Number(at)]?.[PERIPHERALS[told]!], path).toBe(value);
          continue;
        }
        const [, list, index, field] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
        if (list !== undefined && !PLACES.has(message.type)) {
          const item = (bag(message)[LISTS[list]!] as Fields[])[Number(index)]!;
          expect(ITEM_NAMES[field!]!(item), path).toEqual(value);
          continue;
        }
        if (NO_CLAIM.some(([pattern]) => pattern.test(path))) continue;
        const mapping = NAMES[path.replace(/^location\./, '')];
        expect(mapping, `no mapping for ${path}`).toBeDefined();
        expect(mapping!(bag(message), header, message), path).toEqual(value);
      }
      if (message.type === 'parameters' || message.type === 'setParameters')
        groupClaims(bag(message), (v.fields?.['parameters'] ?? {}) as Fields);
      const items = (v.fields?.['items'] ?? []) as Fields[];
      if (message.type === 'locationBatch') {
        for (const [n, item] of items.entries()) {
          for (const name of ['warnBit', 'statusBit', 'latitude', 'longitude', 'altitude', 'speed', 'direction', 'deviceTime']) {
            expect(NAMES[name]!(message.body.items[n] as unknown as Fields, header, message), name).toEqual(item[name]);
          }
        }
      }
    });
  }
});
