import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import { decodeBody, encodeBody } from '../jt808/index.ts';
import {
  decodePeripheralQuery,
  encodePeripheralQuery,
  encodePeripheralReports,
  PERIPHERAL_DATA,
  readPeripheralReports,
} from './peripherals.ts';

type Fields = Record<string, unknown>;
type Vector = {
  readonly hex: string;
  readonly kind: string;
  readonly msgId: string;
  readonly item?: string;
  readonly fields: Fields;
};

// Public vectors outside the repository, not committed.
const file = (name: string) => new URL(`../../../../../shared/vectors/${name}`, import.meta.url);
const FILES = ['smallchi-jt808-subiao.json', 'smallchi-jt808-yuebiao.json'];
const present = FILES.every((name) => existsSync(file(name)));
type Named = { readonly name: string; readonly vector: Vector };
const all: readonly Named[] = FILES.flatMap((name) =>
  present
    ? (JSON.parse(readFileSync(file(name), 'utf8')).items as Vector[]).map((vector, i) => ({
        name: `${name} ${i} ${vector.msgId}`,
        vector,
      }))
    : [],
);
const vectors = all.filter(({ vector: { msgId, kind } }) => msgId === '0x0200' && kind === 'encode');

const NAMES: Record<string, string> = { '0x64': 'assistance', '0x65': 'driverState', '0x66': 'tyres', '0x67': 'blindSpot' };
const digits = (time: string) => time.slice(2).replaceAll(/\D/g, '');

describe.skipIf(!present)('active-safety alarms', () => {
  it.each(vectors)('$name is re-encoded byte for byte with the claimed values', ({ vector }) => {
    const message = decodeBody({ id: 0x0200, version: 2013, encryption: 0 }, fromHex(vector.hex));
    expect(message).toMatchObject({ type: 'location', faults: [] });
    expect(toHex(encodeBody(message as never, 2013))).toBe(vector.hex.toLowerCase());
    const [[item, said]] = Object.entries(vector.fields['CustomLocationAttachData'] as Record<string, Fields>) as [
      [string, Fields],
    ];
    const read = ((message.body as Fields)['extra'] as Fields)[NAMES[item]!] as Fields;
    const identified = said['AlarmIdentification'] as Fields;
    expect(read).toMatchObject({
      alarmId: said['AlarmId'],
      flag: said['FlagState'],
      speedKmh: said['Speed'],
      altitudeM: said['Altitude'],
      latitude: (said['Latitude'] as number) / 1e6,
      longitude: (said['Longitude'] as number) / 1e6,
      time: digits(said['AlarmTime'] as string),
      vehicleBits: said['VehicleState'],
      identification: {
        terminalId: identified['TerminalID'] ?? identified['TerminalId'],
        time: digits(identified['Time'] as string),
        serial: identified['SN'],
        attachments: identified['AttachCount'],
      },
    });
    const more: Record<string, unknown> = {
      type: said['AlarmOrEventType'],
      level: said['AlarmLevel'],
      fatigue: said['Fatigue'],
      frontSpeedKmh: said['VehicleSpeed'],
      frontDistance: said['CarOrPedestrianDistanceAhead'],
      departure: said['DeviateType'],
      signType: said['RoadSignIdentificationType'],
      signValue: said['RoadSignIdentificationData'],
      tyres: (said['AlarmOrEvents'] as Fields[] | undefined)?.map((tyre) => ({
        position: tyre['TirePressureAlarmPosition'],
        bits: tyre['AlarmOrEventType'],
        pressureKpa: tyre['TirePressure'],
        temperatureC: tyre['TireTemperature'],
        batteryPercent: tyre['BatteryLevel'],
      })),
    };
    for (const [name, value] of Object.entries(more)) if (value !== undefined) expect(read[name], name).toEqual(value);
  });
});

/** Messages that other tests read, or that are stored as received. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '0x0200': 'above; its decode vectors have the bytes of the encode vectors',
  '0x8103': 'parameters.test.ts',
  '0x1FC4': 'progress of an upgrade, known in Guangdong only',
};
const others = all.filter(({ vector: { msgId } }) => ELSEWHERE[msgId] === undefined);
/** The numbers of peripherals in a vector, which names them one by one or as a list. */
const numbersOf = (fields: Fields, list: string, field: string): unknown[] =>
  Array.isArray(fields[list])
    ? (fields[list] as Fields[]).map((each) => each[field])
    : [0, 1].map((at) => fields[`${list}[${at}].${field}`]);

describe.skipIf(!present)('attachments and peripherals', () => {
  it.each(others.filter(({ vector: { item } }) => item == null))('$name is re-encoded byte for byte', ({ vector }) => {
    const id = Number(vector.msgId);
    const message = decodeBody({ id, version: 2013, encryption: 0 }, fromHex(vector.hex));
    expect(message).toMatchObject({ id, faults: [] });
    expect(toHex(encodeBody(message as never, 2013))).toBe(vector.hex.toLowerCase());
    const { FileName: name, FileSize: sizeBytes, FileType: kind, AlarmId: alarmNo } = vector.fields;
    const claimed = Object.entries({ name, sizeBytes, kind, alarmNo }).filter(([, value]) => value !== undefined);
    expect(message.body).toMatchObject(Object.fromEntries(claimed));
  });

  it.each(others.filter(({ vector: { item } }) => item != null))('$name contains its peripherals', ({ vector }) => {
    const data = fromHex(vector.hex);
    if (vector.msgId === '0x8900') {
      const { MultipleUSB: ids, 'MultipleUSB.ToHexString()': said } = vector.fields;
      expect(decodePeripheralQuery(data)).toEqual(ids ?? (said as Fields)['on']);
      expect(toHex(encodePeripheralQuery(decodePeripheralQuery(data)))).toBe(vector.hex.toLowerCase());
      return;
    }
    const reports = readPeripheralReports(PERIPHERAL_DATA.status, data)!;
    expect(toHex(encodePeripheralReports(PERIPHERAL_DATA.status, reports))).toBe(vector.hex.toLowerCase());
    for (const [field, key] of [
      ['USBID', 'peripheral'],
      ['WorkingCondition', 'workState'],
      ['AlarmStatus', 'faultBits'],
    ] as const)
      expect(reports.map((report) => report[key])).toEqual(numbersOf(vector.fields, 'USBMessages', field));
  });
});
