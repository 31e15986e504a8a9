import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, readHeader, sliceBody, type Version } from './index.ts';
import {
  bag,
  type Fields,
  flatten,
  framed,
  GMT8,
  idOf,
  type Mapping,
  micro,
  reencoded,
  tenth,
  type Vector,
} from './vector-kit.ts';

// Public vectors outside the repository; they contain real SIM numbers and are not committed.
const FILE = new URL('../../../../../shared/vectors/smallchi-jt808-jt1078signalling.json', import.meta.url);
const isPresent = existsSync(FILE);
const vectors: Vector[] = isPresent ? JSON.parse(readFileSync(FILE, 'utf8')).items : [];

describe.skipIf(!isPresent)('smallchi-jt808-jt1078signalling.json', () => {
  const lossBits = (b: Fields): unknown => (b['extra'] as Fields)['videoLossBits'];
  const NAMES: Mapping = {
    AlarmFlag: (b) => b['alarmBits'],
    StatusFlag: (b) => b['statusBits'],
    Altitude: (b) => b['altitudeM'],
    Direction: (b) => b['heading'],
    GPSTime: (b) => GMT8(b['time'] as string),
    Lat: (b) => micro(b['latitude']),
    Lng: (b) => micro(b['longitude']),
    // the source writes whole units of 0.1 km/h
    Speed: (b) => tenth(b['speedKmh']),
    'CustomLocationAttachData[21].VideoSignalLoseAlarmStatus': lossBits,
    BeginTime: (b) => GMT8(b['startTime'] as string),
    EndTime: (b) => GMT8(b['endTime'] as string),
    GettingOffNumber: (b) => b['alighted'],
    GettingOnNumber: (b) => b['boarded'],
    MsgNum: (b) => b['serial'],
    AVResouceTotal: (b) => b['count'],
    AVResourceType: (b) => b['mediaType'],
    FileSize: (b) => b['sizeBytes'],
    LogicChannelNo: (b) => b['channel'],
    MemoryType: (b) => b['storage'],
    StreamType: (b) => b['streamType'],
    ServerIp: (b) => b['server'],
    ServerIpLength: (b) => (b['server'] as string).length,
    TcpPort: (b) => b['tcpPort'],
    UdpPort: (b) => b['udpPort'],
    ChannelNo: (b) => b['channel'],
    DataType: (b) => b['dataType'],
    ControlCmd: (b) => b['control'],
    CloseAVData: (b) => b['closeKind'],
    Direction9301: (b) => b['direction'],
    Speed9301: (b) => b['speed'],
    'Header.MsgId': (_b, h) => h!.id,
    'Header.ManualMsgNum': (_b, h) => h!.serial,
    'Header.TerminalPhoneNo': (_b, h) => h!.phone.replace(/^0/, ''),
  };

  for (const [i, vector] of vectors.entries()) {
    it(`[${i}] ${vector.msgId} ${vector.kind} ${vector.scope}`, () => {
      const frame = vector.scope === 'frame' ? framed(vector).frames[0]! : null;
      const header = frame === null ? null : readHeader(frame);
      const body = frame === null ? fromHex(vector.hex) : sliceBody(frame, header!);
      const version: Version = header?.version ?? 2013;
      // a sub-package of 0x1205 ends between two items, so it is read alone
      const message = decodeBody({ id: idOf(vector), version, encryption: 0 }, body);
      if (message.encrypted || message.type === 'unknown') throw new Error('not decoded');
      expect(reencoded(message)).toBe(toHex(body));
      for (const [path, value] of Object.entries(flatten(vector.fields, '', {}))) {
        const name = path.replace(/^Bodies\./, '');
        const [, index, field] = /^AVResouces\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
        const about = index === undefined ? bag(message) : (bag(message)['items'] as Fields[])[Number(index)]!;
        const key = field ?? (message.type === 'panTilt' && `${name}9301` in NAMES ? `${name}9301` : name);
        expect(NAMES[key], `no mapping for ${path}`).toBeDefined();
        expect(NAMES[key]!(about, header, message), path).toEqual(value);
      }
    });
  }
});
