import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
import { encodeGbk } from '../codec/index.ts';
import { fromHex, toHex } from '../hex.ts';
import {
  AREA_BITS,
  decodeBody,
  decodeFrame,
  digitsOfTime,
  encodeMessage,
  type MessageId,
  messages,
  readAreas,
  recorderAnswer,
  recorderRequest,
  type Version,
} from './index.ts';
import { encodeBody } from './message.ts';

const loc = {
  alarmBits: 3,
  statusBits: 0xc0003,
  latitude: 31.230416,
  longitude: 121.473701,
  altitudeM: -12,
  speedKmh: 67.5,
  heading: 275,
  time: '260314150926',
  extra: { odometerKm: 12345.6, fuelL: 88.5, signal: 27, satellites: 14 },
};
const CARD = { name: '王建国', certNo: '1101000123', issuer: '北京运管' };
/** The bytes 00 to 7f. */
const COUNTING = toHex(Uint8Array.from({ length: 128 }, (_, i) => i));

type Case = readonly [MessageId, Version, string, Record<string, unknown>];

const plain = { id: 5, attributes: AREA_BITS.inToDriver | AREA_BITS.outToPlatform };
/** Every day from 08:00 to 18:30, no faster than 60 km/h for more than 10 s. */
const limited = {
  id: 6,
  attributes: AREA_BITS.timed | AREA_BITS.speedLimited | AREA_BITS.west,
  startTime: '000000080000',
  endTime: '000000183000',
  maxSpeedKmh: 60,
  overspeedS: 10,
};
const HOURS = '000000080000000000183000';
const yard = { latitude: 31.230416, longitude: 121.473701 };
const YARD = '01dc89d0073d8aa5';
const corner = { id: 1, segmentId: 2, ...yard, widthM: 20 };

/** Areas with and without hours and limits; night speed and name exist only in 2019, the name always. */
const AREAS: readonly Case[] = [
  [0x8600, 2013, `0101000000050024${YARD}000001f4`, { action: 1, items: [{ ...plain, ...yard, radiusM: 500 }] }],
  [0x8600, 2011, `0001000000060083${YARD}000001f4${HOURS}003c0a`, { action: 0, items: [{ ...limited, ...yard, radiusM: 500 }] }],
  [
    0x8600,
    2019,
    `0002000000060083${YARD}000001f4${HOURS}003c0a002d0004b3b5b3a1000000050024${YARD}000001f40000`,
    {
      action: 0,
      items: [
        { ...limited, ...yard, radiusM: 500, nightMaxSpeedKmh: 45, name: '车场' },
        { ...plain, ...yard, radiusM: 500, name: '' },
      ],
    },
  ],
  [
    0x8602,
    2013,
    `0201000000050024${YARD}01d90ec8074117b0`,
    { action: 2, items: [{ ...plain, top: 31.230416, left: 121.473701, bottom: 31.002312, right: 121.706416 }] },
  ],
  [
    0x8602,
    2019,
    `0101000000060083${YARD}01d90ec8074117b0${HOURS}003c0a002d0002b3b5`,
    {
      action: 1,
      items: [
        { ...limited, top: 31.230416, left: 121.473701, bottom: 31.002312, right: 121.706416, nightMaxSpeedKmh: 45, name: '车' },
      ],
    },
  ],
  [
    0x8604,
    2013,
    `000000060083${HOURS}003c0a0002${YARD}01d90ec8074117b0`,
    { ...limited, vertices: [yard, { latitude: 31.002312, longitude: 121.706416 }] },
  ],
  [
    0x8604,
    2019,
    `0000000500240002${YARD}01d90ec8074117b00002b3b5`,
    { ...plain, vertices: [yard, { latitude: 31.002312, longitude: 121.706416 }], name: '车' },
  ],
  [
    0x8606,
    2013,
    `00000005002400020000000100000002${YARD}14000000000100000002${YARD}1403012c003c003c0a`,
    {
      ...plain,
      corners: [
        { ...corner, attributes: 0 },
        { ...corner, attributes: 3, tooLongS: 300, tooShortS: 60, maxSpeedKmh: 60, overspeedS: 10 },
      ],
    },
  ],
  [
    0x8606,
    2019,
    `000000050025${HOURS}00010000000100000002${YARD}1402003c0a002d0002b3b5`,
    {
      ...plain,
      attributes: plain.attributes | AREA_BITS.timed,
      startTime: '000000080000',
      endTime: '000000183000',
      corners: [{ ...corner, attributes: 2, maxSpeedKmh: 60, overspeedS: 10, nightMaxSpeedKmh: 45 }],
      name: '车',
    },
  ],
];

/** The 28 fixed bytes of `loc`. */
const PLACE = '00000003000c000301dc89d0073d8aa5fff402a30113260314150926';

/** Messages that drivers read and answer. */
const DIALOGUE: readonly Case[] = [
  [0x0301, 2013, '07', { eventId: 7 }],
  [0x0302, 2013, '001103', { serial: 17, answerId: 3 }],
  [0x0303, 2013, '0501', { kind: 5, action: 1 }],
  [0x8301, 2013, '00', { action: 0 }],
  [
    0x8301,
    2013,
    '02020104b6c2b3b50203535321',
    {
      action: 2,
      events: [
        { id: 1, text: '堵车' },
        { id: 2, text: 'SS!' },
      ],
    },
  ],
  [0x8301, 2013, '0402010a', { action: 4, ids: [1, 10] }],
  [
    0x8302,
    2013,
    '1902b2bb01000446756c6c020002cac7',
    {
      flag: 25,
      question: '不',
      answers: [
        { id: 1, text: 'Full' },
        { id: 2, text: '是' },
      ],
    },
  ],
  [0x8303, 2013, '00', { action: 0 }],
  [0x8303, 2013, '0101050004ccecc6f8', { action: 1, items: [{ kind: 5, name: '天气' }] }],
  [0x8304, 2013, '050002d3ea', { kind: 5, text: '雨' }],
  [0x8401, 2019, '00', { action: 0 }],
  [
    0x8401,
    2019,
    '0201030b313339313233343536373804b5f7b6c8',
    { action: 2, contacts: [{ kind: 3, phone: '13912345678', name: '调度' }] },
  ],
];

/** Searches, uploads and recordings. */
const MEDIA: readonly Case[] = [
  [0x0802, 2013, '00110000', { serial: 17, count: 0, items: [] }],
  [
    0x0802,
    2013,
    `0011000100000009000103${PLACE}`,
    { serial: 17, count: 1, items: [{ mediaId: 9, kind: 0, channel: 1, event: 3, location: fromHex(PLACE) }] },
  ],
  [
    0x0802,
    2011,
    `00110001000103${PLACE}`,
    { serial: 17, count: 1, items: [{ kind: 0, channel: 1, event: 3, location: fromHex(PLACE) }] },
  ],
  [
    0x8802,
    2013,
    '010002260314000000260314235959',
    { kind: 1, channel: 0, event: 2, startTime: '260314000000', endTime: '260314235959' },
  ],
  [
    0x8803,
    2013,
    '01000226031400000026031423595901',
    { kind: 1, channel: 0, event: 2, startTime: '260314000000', endTime: '260314235959', remove: 1 },
  ],
  [0x8804, 2013, '01003c0102', { command: 1, seconds: 60, save: 1, rate: 2 }],
  [0x8805, 2013, '0000000900', { mediaId: 9, remove: 0 }],
];

const SPAN = { startTime: '260314150926', endTime: '260314153000' };
const SPAN_HEX = '260314150926260314153000';
const search = { channel: 3, ...SPAN, videoAlarmBits: 2, alarmBits: 0x400, mediaType: 2, streamType: 1, storage: 1 };
const SEARCH_HEX = `03${SPAN_HEX}0000000200000400020101`;
const stream = { server: '10.0.0.1', tcpPort: 6078, udpPort: 6079 };
const STREAM_HEX = '0831302e302e302e3117be17bf';

/** JT/T 1078-2016 chapter 5. */
const VIDEO: readonly Case[] = [
  [
    0x1003,
    2019,
    '06010001014001620410',
    {
      audioCodec: 6,
      audioChannels: 1,
      sampleRate: 0,
      sampleBits: 1,
      audioFrameBytes: 320,
      hasAudioOutput: 1,
      videoCodec: 98,
      maxAudioChannels: 4,
      maxVideoChannels: 16,
    },
  ],
  [0x1005, 2013, `${SPAN_HEX}0003000c`, { ...SPAN, boarded: 3, alighted: 12 }],
  [0x1205, 2013, '001100000000', { serial: 17, count: 0, items: [] }],
  [
    0x1205,
    2019,
    `001100000002${SEARCH_HEX}00000400${SEARCH_HEX}0fe8eb00`,
    {
      serial: 17,
      count: 2,
      items: [
        { ...search, sizeBytes: 1024 },
        { ...search, sizeBytes: 0x0fe8eb00 },
      ],
    },
  ],
  [0x1206, 2013, '001101', { serial: 17, result: 1 }],
  [0x9003, 2013, '', {}],
  [0x9101, 2013, `${STREAM_HEX}020101`, { ...stream, channel: 2, dataType: 1, streamType: 1 }],
  [0x9102, 2019, '02010200', { channel: 2, control: 1, closeKind: 2, streamType: 0 }],
  [0x9105, 2013, '0207', { channel: 2, lossPercent: 7 }],
  [
    0x9201,
    2019,
    `${STREAM_HEX}030201010102${SPAN_HEX}`,
    { ...stream, channel: 3, mediaType: 2, streamType: 1, storage: 1, mode: 1, speed: 2, ...SPAN },
  ],
  [0x9202, 2013, '030500260314151000', { channel: 3, control: 5, speed: 0, position: '260314151000' }],
  [0x9205, 2013, SEARCH_HEX, search],
  [
    0x9206,
    2019,
    `0831302e302e302e3100150475736572027077032f7631${SEARCH_HEX}04`,
    { server: '10.0.0.1', port: 21, user: 'user', password: 'pw', path: '/v1', ...search, conditionBits: 4 },
  ],
  [0x9207, 2013, '001102', { serial: 17, control: 2 }],
  [0x9301, 2013, '010380', { channel: 1, direction: 3, speed: 128 }],
  [0x9302, 2013, '0101', { channel: 1, action: 1 }],
  [0x9303, 2013, '0100', { channel: 1, action: 0 }],
  [0x9304, 2013, '0101', { channel: 1, action: 1 }],
  [0x9305, 2013, '0100', { channel: 1, action: 0 }],
  [0x9306, 2013, '0101', { channel: 1, action: 1 }],
];

const ALARM_NO_HEX = '61'.repeat(32);
const alarmNo = 'a'.repeat(32);
const IDENTIFICATION_HEX = '413030303132332611270630000302000000'.slice(0, 32);
const alarmIdentification = {
  terminalId: 'A000123',
  time: '261127063000',
  serial: 3,
  attachments: 2,
  reserved: new Uint8Array(1),
};

/** T/JSATL 12-2017 chapter 4.6. */
const ATTACHMENTS: readonly Case[] = [
  [
    0x1210,
    2013,
    `41303030313233${IDENTIFICATION_HEX}${ALARM_NO_HEX}000105612e6a706700000800`,
    {
      sender: { terminalId: 'A000123', identification: alarmIdentification },
      alarmNo,
      kind: 0,
      files: [{ name: 'a.jpg', sizeBytes: 2048 }],
    },
  ],
  [0x1211, 2019, '05612e6a70670000000800', { name: 'a.jpg', kind: 0, sizeBytes: 2048 }],
  [0x1212, 2019, '05612e6d70340200000800', { name: 'a.mp4', kind: 2, sizeBytes: 2048 }],
  [
    0x9208,
    2013,
    `${STREAM_HEX}${IDENTIFICATION_HEX}${ALARM_NO_HEX}${'00'.repeat(16)}`,
    { ...stream, identification: alarmIdentification, alarmNo, reserved: new Uint8Array(16) },
  ],
  [
    0x9212,
    2013,
    '05612e6a706700010100000400000001f4',
    { name: 'a.jpg', kind: 0, result: 1, gaps: [{ offset: 1024, length: 500 }] },
  ],
];

/** One body of every message, as bytes and as values. */
const CASES: readonly Case[] = [
  ...ATTACHMENTS,
  [0x0001, 2013, '1234810300', { serial: 4660, id: 0x8103, result: 0 }],
  [0x0002, 2013, '', {}],
  [0x0003, 2019, '', {}],
  [0x0004, 2019, '', {}],
  [0x0005, 2019, '0064000200020005', { serial: 100, indexes: [2, 5] }],
  [
    0x0100,
    2011,
    '001f0073464c54574446572d31303000004130303031323301bba6413132333435',
    { province: 31, city: 115, maker: 'FLTWD', model: 'FW-100', terminalId: 'A000123', plateColour: 1, plate: '沪A12345' },
  ],
  [
    0x0100,
    2013,
    '001f0073464c54574446572d31303000000000000000000000000000004130303031323302bba6413132333435',
    { province: 31, city: 115, maker: 'FLTWD', model: 'FW-100', terminalId: 'A000123', plateColour: 2, plate: '沪A12345' },
  ],
  [
    0x0100,
    2013,
    '001f0073464c54574446572d313030000000000000000000000000000041303030313233004c4656324132314b384134303132333435',
    {
      province: 31,
      city: 115,
      maker: 'FLTWD',
      model: 'FW-100',
      terminalId: 'A000123',
      plateColour: 0,
      plate: 'LFV2A21K8A4012345',
    },
  ],
  [
    0x0100,
    2019,
    '001f0073464c45455457415244454e46572d32303020b1b1b6b7000000000000000000000000000000000000004130303031323330303435000000000000000000000000000000000000005ebba641443132333435',
    {
      province: 31,
      city: 115,
      maker: 'FLEETWARDEN',
      model: 'FW-200 北斗',
      terminalId: 'A0001230045',
      plateColour: 94,
      plate: '沪AD12345',
    },
  ],
  [0x0102, 2013, '6b37517a2d3831', { code: 'k7Qz-81' }],
  [
    0x0102,
    2019,
    '076b37517a2d3831383630303030303030303030303137322e342e31000000000000000000000000000000',
    { code: 'k7Qz-81', imei: '860000000000017', softwareVersion: '2.4.1' },
  ],
  [
    0x0104,
    2013,
    '00090800000001040000003c000000130d67772e6578616d706c652e636e0000005504000000640000005b0200370000008308bba641313233343500000084010200000111030102030000f36902ff00',
    {
      serial: 9,
      parameters: {
        heartbeatS: 60,
        server: 'gw.example.cn',
        maxSpeedKmh: 100,
        overspeedWarningKmh: 5.5,
        plate: '沪A12345',
        plateColour: 2,
        '0x0111': Uint8Array.of(1, 2, 3),
        '0xf369': Uint8Array.of(255, 0),
      },
    },
  ],
  [
    0x0107,
    2013,
    '0007464c54574446572d313030000000000000000000000000000041303030313233898600123456789012340448312e300646322e342e310321',
    {
      typeBits: 7,
      maker: 'FLTWD',
      model: 'FW-100',
      terminalId: 'A000123',
      iccid: '89860012345678901234',
      hardware: 'H1.0',
      firmware: 'F2.4.1',
      gnss: { gps: true, beidou: true, glonass: false, galileo: false },
      network: { gprs: true, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
    },
  ],
  [
    0x0107,
    2019,
    '0007464c54574446572d323030000000000000000000000000000000000000000000000000413030303132333030343500000000000000000000000000000000000000898600123456789012340448312e300646322e342e311320',
    {
      typeBits: 7,
      maker: 'FLTWD',
      model: 'FW-200',
      terminalId: 'A0001230045',
      iccid: '89860012345678901234',
      hardware: 'H1.0',
      firmware: 'F2.4.1',
      gnss: { gps: true, beidou: true, glonass: false, galileo: false, rest: 16 },
      network: { gprs: false, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
    },
  ],
  [0x0108, 2013, '3402', { kind: 52, result: 2 }],
  [0x0200, 2013, '00000003000c000301dc89d0073d8aa5fff402a3011326031415092601040001e2400202037530011b31010e', loc],
  [
    0x0200,
    2019,
    '00000003000c000301dc89d0073d8aa5fff402a3011326031415092604020007051effffffffffffffffffffffffffffffffffffffffffffffffffffffffffff060280121101001206010000000501130700000009012c0114040000000115040000000216040000000417020008180300033c2504000000132a0200012b040014000ae1020909',
    {
      ...loc,
      extra: {
        confirmAlarmId: 7,
        tyrePressures: new Uint8Array(30).fill(255),
        cabinTemperatureC: -18,
        overspeed: { placeType: 0 },
        areaCrossing: { placeType: 1, placeId: 5, direction: 1 },
        segmentTime: { segmentId: 9, seconds: 300, result: 1 },
        videoAlarmBits: 1,
        videoLossBits: 2,
        videoBlockedBits: 4,
        storageFaultBits: 8,
        abnormalDriving: { bits: 3, fatigue: 60 },
        signalBits: 19,
        ioBits: 1,
        analog: { ad1: 20, ad0: 10 },
        '0xe1': Uint8Array.of(9, 9),
      },
    },
  ],
  [0x0201, 2013, '004d00000003000c000301dc89d0073d8aa5fff402a30113260314150926', { serial: 77, location: { ...loc, extra: {} } }],
  [0x0608, 2019, '020000000100112233', { kind: 2, count: 1, data: Uint8Array.of(0, 0x11, 0x22, 0x33) }],
  [0x0700, 2013, '000100557a00000200190135', { serial: 1, command: 0, block: recorderAnswer(0, Uint8Array.of(0x19, 1)) }],
  ...([2011, 2013, 2019] as const).map(
    (version): Case => [0x0701, version, '0000000bd4cbb5a5bac5a3ba573132', { data: encodeGbk('运单号：W12') }],
  ),
  [0x0701, 2013, '00000000', { data: new Uint8Array() }],
  [0x0702, 2013, '02260314183000', { action: 2, time: '260314183000' }],
  [0x0702, 2013, '0126031415092602', { action: 1, time: '260314150926', result: 2 }],
  [
    0x0702,
    2013,
    '012603141509260006cdf5bda8b9fa313130313030303132330000000000000000000008b1b1bea9d4cbb9dc20281231',
    { action: 1, time: '260314150926', result: 0, ...CARD, expiry: '20281231' },
  ],
  [
    0x0702,
    2019,
    '012603141509260006cdf5bda8b9fa313130313030303132330000000000000000000008b1b1bea9d4cbb9dc202812313131303130353139343931323331303032580000',
    { action: 1, time: '260314150926', result: 0, ...CARD, expiry: '20281231', idNo: '11010519491231002X' },
  ],
  [
    0x0702,
    2011,
    '06cdf5bda8b9fa31313031303531393439313233313030325800003131303130303031323300000000000000000000000000000000000000000000000000000000000008b1b1bea9d4cbb9dc',
    { ...CARD, idNo: '11010519491231002X' },
  ],
  [
    0x0704,
    2013,
    '000201002c00000003000c000301dc89d0073d8aa5fff402a3011326031415092601040001e2400202037530011b31010e001c00000003000c000301dc89d0073d8aa5fff402a30113260314150936',
    { count: 2, kind: 1, items: [loc, { ...loc, time: '260314150936', extra: {} }] },
  ],
  [0x0800, 2013, '0000000700000102', { mediaId: 7, kind: 0, format: 0, event: 1, channel: 2 }],
  [
    0x0801,
    2013,
    '000000070000000100000003000c000301dc89d0073d8aa5fff402a30113260314150926ffd8ffd9',
    {
      mediaId: 7,
      kind: 0,
      format: 0,
      event: 0,
      channel: 1,
      location: fromHex('00000003000c000301dc89d0073d8aa5fff402a30113260314150926'),
      data: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9),
    },
  ],
  [
    0x0801,
    2011,
    `0000000700000001ffd8${'00'.repeat(28)}ffd9`,
    {
      mediaId: 7,
      kind: 0,
      format: 0,
      event: 0,
      channel: 1,
      data: fromHex(`ffd8${'00'.repeat(28)}ffd9`),
    },
  ],
  [0x0805, 2013, '0011000002000000070000000a', { serial: 17, result: 0, mediaIds: [7, 10] }],
  [0x0805, 2019, '001102', { serial: 17, result: 2 }],
  ...DIALOGUE,
  ...VIDEO,
  ...MEDIA,
  [0x0500, 2013, `0011${PLACE}`, { serial: 17, location: { ...loc, extra: {} } }],
  [
    0x0705,
    2019,
    '00021509260350c000000101020304050607080000010200000000000000ff',
    {
      count: 2,
      time: '1509260350',
      items: [
        { id: 0xc0000001, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
        { id: 0x102, data: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 255) },
      ],
    },
  ],
  [0x0901, 2013, '000000031f8b08', { data: Uint8Array.of(0x1f, 0x8b, 8) }],
  [0x0900, 2013, '41010203', { kind: 0x41, data: Uint8Array.of(1, 2, 3) }],
  [0x0a00, 2013, `00010001${COUNTING}`, { e: 65537, n: Uint8Array.from({ length: 128 }, (_, i) => i) }],
  [0x8001, 2019, '0001020004', { serial: 1, id: 0x0200, result: 4 }],
  [0x8003, 2013, '10990200010003', { serial: 4249, indexes: [1, 3] }],
  [0x8003, 2019, '1099000200010003', { serial: 4249, indexes: [1, 3] }],
  [0x8004, 2019, '260314070926', { time: '260314070926' }],
  [0x8100, 2013, '0005006b37517a2d3831', { serial: 5, result: 0, code: 'k7Qz-81' }],
  [0x8100, 2013, '000503', { serial: 5, result: 3 }],
  [
    0x8103,
    2019,
    '0400000001040000001e00000029040000000a00000032041600061e000000800400002711',
    {
      parameters: {
        heartbeatS: 30,
        defaultIntervalS: 10,
        nightWindow: { startHour: 22, startMinute: 0, endHour: 6, endMinute: 30 },
        odometerKm: 1000.1,
      },
    },
  ],
  [0x8104, 2013, '', {}],
  [0x8105, 2013, '04', { command: 4 }],
  [
    0x8105,
    2013,
    '02303b3b3b3b3b31302e302e302e313b363830383b363830383b3630',
    { command: 2, parameters: '0;;;;;10.0.0.1;6808;6808;60' },
  ],
  [0x8106, 2013, '020000000100000055', { ids: [1, 0x55] }],
  [0x8107, 2013, '', {}],
  [
    0x8108,
    2013,
    '00464c54574403312e3200000004deadbeef',
    { kind: 0, maker: 'FLTWD', version: '1.2', data: Uint8Array.of(0xde, 0xad, 0xbe, 0xef) },
  ],
  [0x8201, 2013, '', {}],
  [0x8202, 2013, '000500000258', { intervalS: 5, validityS: 600 }],
  [0x8202, 2013, '0000', { intervalS: 0 }],
  [0x8203, 2013, '000c00000001', { serial: 12, alarmBits: 1 }],
  [0x8204, 2019, '', {}],
  [0x8300, 2011, '0bc7ebbcf5cbd9', { flag: 11, text: '请减速' }],
  [0x8300, 2013, '1fc7ebbcf5cbd9', { flag: 31, text: '请减速' }],
  [0x8300, 2019, '0b01c7ebbcf5cbd9', { flag: 11, kind: 1, text: '请减速' }],
  [0x8400, 2013, '013133393132333435363738', { kind: 1, phone: '13912345678' }],
  [0x8500, 2013, '01', { flag: 1 }],
  [
    0x8500,
    2019,
    '0002000100f00101',
    {
      controls: [
        { kind: 1, value: 0 },
        { kind: 0xf001, value: 1 },
      ],
    },
  ],
  ...AREAS,
  [0x8601, 2013, '020000000100000002', { ids: [1, 2] }],
  [0x8603, 2013, '00', { ids: [] }],
  [0x8605, 2019, '0100000007', { ids: [7] }],
  [0x8607, 2013, '0100000009', { ids: [9] }],
  [0x8608, 2019, '010000000200000003ffffffff', { kind: 1, ids: [3, 4294967295] }],
  [0x8700, 2013, '00aa7500000000df', { command: 0, block: recorderRequest(0, null) }],
  [0x8701, 2013, 'c3aa75c3000226031e', { command: 0xc3, block: fromHex('aa75c3000226031e') }],
  [0x8702, 2013, '', {}],
  [0x8800, 2013, '00000007', { mediaId: 7 }],
  [0x8800, 2013, '000000070200010003', { mediaId: 7, missing: [1, 3] }],
  [
    0x8801,
    2013,
    '02000300050101057f40407f',
    {
      channel: 2,
      command: 3,
      intervalS: 5,
      save: 1,
      resolution: 1,
      quality: 5,
      brightness: 127,
      contrast: 64,
      saturation: 64,
      chroma: 127,
    },
  ],
  [0x8900, 2013, 'f70464', { kind: 0xf7, data: Uint8Array.of(4, 100) }],
  [0x8a00, 2013, `00000003${'ab'.repeat(128)}`, { e: 3, n: new Uint8Array(128).fill(171) }],
];

const decoded = (id: number, version: Version, hex: string) => decodeBody({ id, version, encryption: 0 }, fromHex(hex));

describe('messages', () => {
  it('has a case for every message of the table', () => {
    expect([...new Set(CASES.map(([id]) => id))].sort()).toEqual(Object.keys(messages).map(Number).sort());
  });

  for (const [id, version, hex, body] of CASES) {
    it(`0x${id.toString(16).padStart(4, '0')} in ${version}: ${hex.slice(0, 40)}`, () => {
      const message = decoded(id, version, hex);
      expect(message).toEqual({ id, type: messages[id][0], version: message.version, encrypted: false, faults: [], body });
      expect(toHex(encodeBody({ id, body } as Parameters<typeof encodeBody>[0], version))).toBe(hex);
    });
  }

  it('detects the revision of a registration by its field widths, for any header version', () => {
    for (const [id, version, hex] of CASES) {
      if (id !== 0x0100) continue;
      for (const said of [2013, 2019] as const) expect(decoded(id, said, hex).version).toBe(version);
    }
  });

  it('reads a 2011 driver card by its first byte, and accepts missing or extra fields of some terminals', () => {
    const old = CASES.find(([id, version]) => id === 0x0702 && version === 2011)!;
    for (const said of [2013, 2019] as const)
      expect(decoded(0x0702, said, old[2])).toMatchObject({ version: 2011, body: old[3] });
    // without an expiry, and with a number of 2019 under a header that has none
    const [whole] = CASES.filter(([id, version, , { expiry }]) => id === 0x0702 && version === 2013 && expiry);
    expect(decoded(0x0702, 2013, whole![2].slice(0, -8)).body).toEqual({ ...whole![3], expiry: undefined });
    expect(decoded(0x0702, 2013, `${whole![2]}${'30'.repeat(20)}`).body).toEqual(whole![3]);
    // also sent when the card is removed
    const left = decoded(0x0702, 2019, `02${whole![2].slice(2)}`).body;
    expect(left).toMatchObject({ action: 2, name: '王建国', expiry: '20281231' });
    expect(() => decoded(0x0702, 2013, whole![2].slice(0, 40))).toThrow();
    expect(() => decoded(0x0702, 2013, '0126')).toThrow();
  });

  it('reads a waybill by its length field, ignores further bytes, and refuses a truncated waybill', () => {
    const [, , whole] = CASES.find(([id]) => id === 0x0701)!;
    expect(decoded(0x0701, 2013, `${whole}ff00`).body).toEqual({ data: encodeGbk('运单号：W12') });
    // incomplete and invalid characters stay bytes for the reader of the text
    expect(decoded(0x0701, 2019, '00000005ff4180ffd4').body).toEqual({ data: Uint8Array.of(0xff, 0x41, 0x80, 0xff, 0xd4) });
    expect(() => decoded(0x0701, 2013, whole.slice(0, -2))).toThrow();
    expect(() => decoded(0x0701, 2013, 'ffffffff41')).toThrow();
    expect(() => decoded(0x0701, 2013, '0000')).toThrow();
  });

  it('reads the old authentication with the 2019 flag', () => {
    const message = decoded(0x0102, 2019, '6b37517a2d3831');
    expect(message).toMatchObject({ type: 'authenticate', version: 2013, body: { code: 'k7Qz-81' } });
  });

  it('reads attributes with an eleven-byte manufacturer', () => {
    const hex = CASES.find(([id, version]) => id === 0x0107 && version === 2019)![2];
    const wide = `${hex.slice(0, 14)}${'00'.repeat(6)}${hex.slice(14)}`;
    expect(decoded(0x0107, 2019, wide)).toMatchObject({
      body: { maker: 'FLTWD', terminalId: 'A0001230045', firmware: 'F2.4.1' },
    });
  });

  it('reads both forms of a resend request in either version', () => {
    for (const said of [2013, 2019] as const) {
      expect(decoded(0x8003, said, '10990200010003').body).toEqual({ serial: 4249, indexes: [1, 3] });
      expect(decoded(0x8003, said, '1099000200010003').body).toEqual({ serial: 4249, indexes: [1, 3] });
    }
  });

  it('preserves an invalid additional item as bytes, reports its path, and loses no other item', () => {
    const message = decoded(
      0x0200,
      2013,
      '00000003000c000301dc89d0073d8aa5fff402a301132603141509260104000030390202037530003101fe',
    );
    if (message.type !== 'location') throw new Error('not a location');
    expect(message.body.extra).toEqual({ odometerKm: 1234.5, fuelL: 88.5, '0x30': new Uint8Array(), satellites: 254 });
    expect(message.faults).toEqual(['location.extra[0x30]: needs 1 byte, 0 left (byte 40)']);
    const cut = decoded(0x0200, 2013, '00000003000c000301dc89d0073d8aa5fff402a301132603141509260104000030393004');
    expect(cut).toMatchObject({ body: { extra: { odometerKm: 1234.5, rest: fromHex('3004') } } });
    expect(cut).toMatchObject({ faults: ['location.extra[0x30]: needs 4 bytes, 0 left (byte 36)'] });
  });

  it('a body of many repeated items stays small when decoded, and is preserved', () => {
    const hex = `${'00'.repeat(28)}${'0000'.repeat(20_000)}`;
    const message = decoded(0x0200, 2013, hex);
    if (message.type !== 'location') throw new Error('not a location');
    expect(Object.keys(message.body.extra).length).toBeLessThan(16);
    expect(toHex(encodeBody(message, 2013))).toBe(hex);
  });

  it('a body with too many parameters is limited, and preserved', () => {
    const items = Array.from({ length: 50_000 }, (_, i) => `${(i + 0x10000).toString(16).padStart(8, '0')}00`).join('');
    const message = decoded(0x0104, 2013, `000100${items}`);
    if (message.type !== 'parameters') throw new Error('no parameters');
    expect(Object.keys(message.body.parameters).length).toBe(2049);
    expect(toHex(message.body.parameters.rest!)).toBe(items.slice(2048 * 10));
  });

  it('reports message, field and byte of a read error', () => {
    expect(() => decoded(0x0200, 2013, '00000003000c000301dc89d0073d8aa5fff402a3')).toThrow(
      'location.heading: needs 2 bytes, 0 left (byte 20)',
    );
    expect(() => decoded(0x0704, 2013, '000101001c0000')).toThrow('locationBatch.items[0]: needs 28 bytes, 2 left (byte 5)');
    expect(() => decoded(0x8100, 2013, '0005')).toThrow('registerReply.result: needs 1 byte, 0 left (byte 2)');
  });

  it('reports the field whose value does not fit', () => {
    expect(() => encodeBody({ type: 'platformAck', body: { serial: 70_000, id: 1, result: 0 } }, 2013)).toThrow(
      'platformAck.serial: 70000 is not a whole number from 0 to 65535',
    );
    expect(() => encodeBody({ type: 'setParameters', body: { parameters: { plateColour: 300 } } }, 2013)).toThrow(
      'setParameters.parameters.plateColour: 300 is not a whole number',
    );
  });

  it('reads areas as plain items and as the bodies that set them', () => {
    const circle = encodeBody(
      { type: 'setCircles', body: { action: 1, items: [{ ...plain, ...yard, radiusM: 500, name: '车' }] } },
      2019,
    );
    const told = [{ ...plain, ...yard, radiusM: 500, name: '车' }];
    expect(readAreas(1, 1, circle)).toEqual(told);
    expect(readAreas(1, 1, circle.subarray(2))).toEqual(told);
    expect(readAreas(1, 2, Uint8Array.of(...circle, ...circle))).toEqual([...told, ...told]);
    const polygon = encodeBody(
      { type: 'setPolygon', body: { ...limited, vertices: [yard, yard, yard], nightMaxSpeedKmh: 40 } },
      2019,
    );
    expect(readAreas(3, 1, polygon)).toEqual([{ ...limited, vertices: [yard, yard, yard], nightMaxSpeedKmh: 40, name: '' }]);
    const route = encodeBody({ type: 'setRoute', body: { ...plain, corners: [{ ...corner, attributes: 0 }] } }, 2019);
    expect(readAreas(4, 1, route)).toEqual([{ ...plain, corners: [{ ...corner, attributes: 0 }], name: '' }]);
    expect(readAreas(4, 2, route)).toBeNull();
    expect(readAreas(1, 1, circle.subarray(0, 9))).toBeNull();
    expect(readAreas(9, 0, new Uint8Array())).toBeNull();
  });

  it('does not decode an encrypted body', () => {
    expect(decodeBody({ id: 0x0200, version: 2013, encryption: 1 }, fromHex('0102'))).toEqual({
      id: 0x0200,
      type: 'encrypted',
      version: 2013,
      encrypted: true,
      body: fromHex('0102'),
    });
  });

  it('returns a message without a definition unchanged', () => {
    expect(decoded(0x0f0f, 2013, '0102')).toMatchObject({ type: 'unknown', body: fromHex('0102') });
  });

  it('preserves bytes after a known body', () => {
    expect(decoded(0x0002, 2013, '5a1f')).toMatchObject({ type: 'heartbeat', body: {}, trailing: fromHex('5a1f') });
  });
});

describe('encodeMessage', () => {
  it('writes a body in one frame, and pads the phone to the width of the version', () => {
    const [frame] = encodeMessage({
      type: 'platformAck',
      body: { serial: 1, id: 2, result: 0 },
      version: 2013,
      phone: '13912345678',
      serial: 7,
    });
    expect(toHex(frame!)).toBe('7e8001000501391234567800070001000200b07e');
    expect(decodeFrame(frame!).header).toMatchObject({ phone: '013912345678', serial: 7, version: 2013, total: 0 });
    const [wide] = encodeMessage({
      type: 'platformAck',
      body: { serial: 1, id: 2, result: 0 },
      version: 2019,
      phone: '13912345678',
      serial: 7,
    });
    expect(decodeFrame(wide!).header).toMatchObject({ phone: '00000000013912345678', version: 2019, protocolVersion: 1 });
  });

  it('splits a long body into sub-packages with consecutive serials that wrap around', () => {
    const data = Uint8Array.from({ length: 2500 }, (_, i) => i & 0xff);
    const frames = encodeMessage({
      type: 'transparentDown',
      body: { kind: 0x41, data },
      version: 2019,
      phone: '1',
      serial: 0xffff,
    });
    const parts = frames.map((frame) => decodeFrame(frame));
    expect(parts.map((p) => [p.header.serial, p.header.total, p.header.index, p.body.length])).toEqual([
      [0xffff, 3, 1, 1023],
      [0, 3, 2, 1023],
      [1, 3, 3, 455],
    ]);
  });

  it('refuses a phone that does not fit', () => {
    expect(() => encodeMessage({ type: 'heartbeat', body: {}, version: 2013, phone: '1234567890123', serial: 0 })).toThrow(
      'takes 12 digits',
    );
  });

  it('any location is unchanged after a round trip', () => {
    const location = fc.record({
      alarmBits: fc.integer({ min: 0, max: 0xffffffff }),
      statusBits: fc.integer({ min: 0, max: 0xffffffff }),
      latitude: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((v) => v / 1e6),
      longitude: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((v) => v / 1e6),
      altitudeM: fc.integer({ min: -0x8000, max: 0x7fff }),
      speedKmh: fc.integer({ min: 0, max: 0xffff }).map((v) => v / 10),
      heading: fc.integer({ min: 0, max: 0xffff }),
      time: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((s) => digitsOfTime(s * 1000)),
      extra: fc
        .record(
          {
            odometerKm: fc.integer({ min: 0, max: 0xffffffff }).map((v) => v / 10),
            satellites: fc.integer({ min: 0, max: 255 }),
            overspeed: fc.record({ placeType: fc.constant(1), placeId: fc.integer({ min: 0, max: 0xffffffff }) }),
            '0xe5': fc.uint8Array({ maxLength: 255 }),
          },
          { requiredKeys: [] },
        )
        // Absent keys must not return as undefined.
        .map((x) => ({ ...x })),
    });
    fc.assert(
      fc.property(location, fc.constantFrom<Version>(2013, 2019), fc.stringMatching(/^[1-9]\d{10}$/), (body, version, phone) => {
        const [frame] = encodeMessage({ id: 0x0200, body, version, phone, serial: 1 });
        const { header, body: bytes } = decodeFrame(frame!);
        const message = decodeBody(header, bytes);
        expect(message.body).toEqual(body);
        expect(toHex(encodeBody(message as Parameters<typeof encodeBody>[0], version))).toBe(toHex(bytes));
      }),
    );
  });

  it('any text, search, control and upgrade message is unchanged after a round trip', () => {
    const byte = fc.integer({ min: 0, max: 0xff });
    const word = fc.integer({ min: 0, max: 0xffff });
    const dword = fc.integer({ min: 0, max: 0xffffffff });
    const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', '9', '堵', '车', '；'), maxLength });
    const data = (maxLength: number) => fc.uint8Array({ maxLength });
    const fixed = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const many = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 9 });
    const time = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }).map((s) => digitsOfTime(s * 1_000));
    const search = { kind: byte, channel: byte, event: byte, startTime: time, endTime: time };
    const found = { kind: byte, channel: byte, event: byte, location: fixed(28) };
    const address = { server: text(90), tcpPort: word, udpPort: word };
    const recording = {
      channel: byte,
      startTime: time,
      endTime: time,
      videoAlarmBits: dword,
      alarmBits: dword,
      mediaType: byte,
      streamType: byte,
      storage: byte,
    };
    const bodies: readonly (readonly [MessageId, fc.Arbitrary<object>])[] = [
      [0x0108, fc.record({ kind: byte, result: byte })],
      [0x0301, fc.record({ eventId: byte })],
      [0x0302, fc.record({ serial: word, answerId: byte })],
      [0x0303, fc.record({ kind: byte, action: byte })],
      [
        0x0705,
        fc.record({ count: word, time: fc.constant('2359590123'), items: many(fc.record({ id: dword, data: fixed(8) })) }),
      ],
      [0x0802, fc.record({ serial: word, count: word, items: many(fc.record({ mediaId: dword, ...found })) })],
      [0x0901, fc.record({ data: data(300) })],
      [0x8108, fc.record({ kind: byte, maker: text(2), version: text(20), data: data(3_000) })],
      [0x8301, fc.record({ action: fc.constantFrom(0, 1, 2, 3), events: many(fc.record({ id: byte, text: text(50) })) })],
      [0x8301, fc.record({ action: fc.constant(4), ids: many(byte) })],
      [0x8302, fc.record({ flag: byte, question: text(100), answers: many(fc.record({ id: byte, text: text(200) })) })],
      [0x8303, fc.record({ action: byte, items: many(fc.record({ kind: byte, name: text(200) })) })],
      [0x8304, fc.record({ kind: byte, text: text(500) })],
      [0x8401, fc.record({ action: byte, contacts: many(fc.record({ kind: byte, phone: text(10), name: text(10) })) })],
      [0x8500, fc.record({ flag: byte })],
      // a single control has its count too
      [0x8500, fc.record({ controls: fc.array(fc.record({ kind: word, value: byte }), { minLength: 1, maxLength: 9 }) })],
      [0x8701, fc.record({ command: byte, block: data(200) })],
      [0x8802, fc.record(search)],
      [0x8803, fc.record({ ...search, remove: byte })],
      [0x8804, fc.record({ command: byte, seconds: word, save: byte, rate: byte })],
      [0x8805, fc.record({ mediaId: dword, remove: byte })],
      [0x1205, fc.record({ serial: word, count: dword, items: many(fc.record({ ...recording, sizeBytes: dword })) })],
      [0x9101, fc.record({ ...address, channel: byte, dataType: byte, streamType: byte })],
      [0x9205, fc.record(recording)],
      [
        0x9206,
        fc.record({
          server: text(90),
          port: word,
          user: text(90),
          password: text(90),
          path: text(90),
          ...recording,
          conditionBits: byte,
        }),
      ],
    ];
    const message = fc.constantFrom(...bodies).chain(([id, arbitrary]) => arbitrary.map((body) => ({ id, body: { ...body } })));
    fc.assert(
      fc.property(message, fc.constantFrom<Version>(2013, 2019), ({ id, body }, version) => {
        const bytes = encodeBody({ id, body } as never, version);
        const { id: _, body: read, ...rest } = decoded(id, version, toHex(bytes));
        expect({ id, ...rest }).toMatchObject({ faults: [] });
        expect(read).toEqual(body);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('any body is decoded and encoded, or refused with the name of its message', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(messages).map(Number) as MessageId[])),
        fc.constantFrom<Version>(2013, 2019),
        fc.uint8Array({ maxLength: 200 }),
        (id, version, bytes) => {
          try {
            const message = decodeBody({ id, version, encryption: 0 }, bytes);
            if (message.encrypted || message.type === 'unknown') throw new Error('not decoded');
            encodeBody(message, message.version);
          } catch (error) {
            expect(String(error)).toMatch(new RegExp(`^CodecError: ${messages[id][0]}`));
          }
        },
      ),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
