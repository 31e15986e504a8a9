import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import {
  type BodyOf,
  type Content,
  decodeFrame,
  decodeMessage,
  encodeBody,
  encodeMessage,
  type KnownMessage,
  type MessageType,
  messageId,
  type Revision,
} from './index.ts';
import { decodeBody } from './message.ts';
import { messages } from './messages/table.ts';

/** The same in both revisions. */
const BOTH = [2011, 2019] as const;

type Sample = { readonly revisions: readonly Revision[]; readonly content: Content; readonly hex: string };
const sample = <T extends MessageType>(of: Revision | typeof BOTH, type: T, body: BodyOf<T>, hex: string): Sample => ({
  revisions: typeof of === 'number' ? [of] : of,
  content: { type, body } as Content,
  hex,
});

/** 2025-11-21 16:00:00 in China; its place has no time zone. */
const AT_2011 = {
  encrypted: 0,
  day: 21,
  month: 11,
  year: 2025,
  hour: 16,
  minute: 0,
  second: 0,
  lng: 116_396_400,
  lat: 39_909_300,
  speed: 60,
  recorderSpeed: 59,
  mileage: 12_345,
  direction: 90,
  altitude: 50,
  status: 3,
  alarm: 1,
};
const AT_2019 = {
  encrypted: 0,
  location: fromHex('00000001000000030260f7d406f00f3000320258005a251121160000'),
  platform: '11010000001',
  platformAlarm: 1,
  region: '',
  regionAlarm: 0,
  government: '',
  governmentAlarm: 0,
};

// Each message as on the wire, without header and carrier.
const SAMPLES: readonly Sample[] = [
  sample(
    2011,
    'login',
    { user: 20_180_920, password: 'abc_123', linkAddress: '10.0.0.1', linkPort: 6809 },
    '0133efb86162635f3132330031302e302e302e310000000000000000000000000000000000000000000000001a99',
  ),
  sample(
    2019,
    'login',
    { user: 20_180_920, password: 'abc_123', accessCode: 1234, linkAddress: '10.0.0.1', linkPort: 6809 },
    '0133efb86162635f31323300000004d231302e302e302e310000000000000000000000000000000000000000000000001a99',
  ),
  sample(BOTH, 'loginReply', { result: 0, verifyCode: 1111 }, '0000000457'),
  sample(BOTH, 'logout', { user: 20_180_920, password: 'abc_123' }, '0133efb86162635f31323300'),
  sample(BOTH, 'logoutReply', {}, ''),
  sample(BOTH, 'mainHeartbeat', {}, ''),
  sample(BOTH, 'mainHeartbeatReply', {}, ''),
  sample(BOTH, 'mainDisconnected', { reason: 1 }, '01'),
  sample(BOTH, 'mainClosing', { reason: 1 }, '01'),
  sample(BOTH, 'subLogin', { verifyCode: 1111 }, '00000457'),
  sample(BOTH, 'subLoginReply', { result: 1 }, '01'),
  sample(BOTH, 'subLogout', { verifyCode: 1111 }, '00000457'),
  sample(BOTH, 'subLogoutReply', {}, ''),
  sample(BOTH, 'subHeartbeat', {}, ''),
  sample(BOTH, 'subHeartbeatReply', {}, ''),
  sample(BOTH, 'subDisconnected', { reason: 1 }, '01'),
  sample(BOTH, 'subClosing', { reason: 1 }, '01'),
  sample(
    BOTH,
    'received',
    { count: 10_000, start: 1_763_712_000, end: 1_763_715_600 },
    '000027100000000069201c000000000069202a10',
  ),
  sample(
    2019,
    'linkReportRequest',
    { type: 0x1102, data: { platform: '11010000001', start: 1_763_712_000, end: 1_763_715_600 } },
    '11020000001b31313031303030303030310000000069201c000000000069202a10',
  ),
  sample(
    2019,
    'linkReport',
    {
      type: 0x1102,
      data: {
        platform: '11010000001',
        start: 1_763_712_000,
        end: 1_763_715_600,
        lost: 3,
        interruptions: 2,
        interruptedSeconds: 61,
      },
    },
    '11020000002431313031303030303030310000000069201c000000000069202a1000000003020000003d',
  ),
  sample(
    2019,
    'serialsDown',
    { type: 0x9103, data: { received: [{ id: 0x1202, serial: 99, at: 1_763_712_000 }] } },
    '91030000000f011202000000630000000069201c00',
  ),
  sample(
    2019,
    'serialsUp',
    {
      type: 0x1103,
      data: {
        received: [
          { id: 0x9301, serial: 7, at: 1_763_712_000 },
          { id: 0x9401, serial: 8, at: 1_763_715_600 },
        ],
      },
    },
    '11030000001d029301000000070000000069201c009401000000080000000069202a10',
  ),
  sample(
    2011,
    'vehicleRegister',
    { platform: '11010000001', maker: '70107', model: 'BSJ-A6', terminal: '1234567', sim: '13800138000' },
    '3131303130303030303031373031303700000000000042534a2d4136000031323334353637313338303031333830303000',
  ),
  sample(
    2013,
    'vehicleRegister',
    { platform: '11010000001', maker: '70107', model: 'BSJ-A6-BD', terminal: '1234567', sim: '13800138000' },
    '3131303130303030303031373031303700000000000042534a2d41362d4244000000000000000000000031323334353637313338303031333830303000',
  ),
  sample(
    2019,
    'vehicleRegister',
    {
      platform: '11010000001',
      maker: '70107',
      model: 'BSJ-A6-BD',
      imei: '861234567890123',
      terminal: 'T123456789',
      sim: '0138001380001',
    },
    '3131303130303030303031373031303700000000000042534a2d41362d424400000000000000000000000000000000000000000038363132333435363738393031323354313233343536373839000000000000000000000000000000000000000030313338303031333830303031',
  ),
  sample(2011, 'position', { at2011: AT_2011 }, '00150b07e910000006f011700260f7b4003c003b00003039005a00320000000300000001'),
  sample(
    2019,
    'position',
    { at2019: AT_2019 },
    '000000001c00000001000000030260f7d406f00f3000320258005a251121160000313130313030303030303100000001000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    2011,
    'positions',
    { positions: [{ at2011: AT_2011 }, { at2011: { ...AT_2011, minute: 1 } }] },
    '0200150b07e910000006f011700260f7b4003c003b00003039005a0032000000030000000100150b07e910010006f011700260f7b4003c003b00003039005a00320000000300000001',
  ),
  sample(
    2019,
    'positions',
    { positions: [{ at2019: AT_2019 }] },
    '01000000001c00000001000000030260f7d406f00f3000320258005a251121160000313130313030303030303100000001000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(2011, 'exchangeStarted', { length: 0 }, '00000000'),
  sample(2019, 'exchangeStarted', { sourceType: 0x9205, sourceSerial: 7, length: 0 }, '92050000000700000000'),
  sample(2011, 'exchangeEnded', { length: 0 }, '00000000'),
  sample(2019, 'exchangeEnded', { sourceType: 0x9206, sourceSerial: 7, length: 0 }, '92060000000700000000'),
  sample(BOTH, 'exchangeRequest', { start: 1_763_712_000, end: 1_763_715_600 }, '0000000069201c000000000069202a10'),
  sample(BOTH, 'exchangeCancel', {}, ''),
  sample(BOTH, 'backfillRequest', { start: 1_763_712_000, end: 1_763_715_600 }, '0000000069201c000000000069202a10'),
  sample(
    2011,
    'driverReply',
    { name: '张三', identity: '110101199003071234', licence: '1101010012345', issuer: '北京市交通委员会' },
    'd5c5c8fd000000000000000000000000313130313031313939303033303731323334000031313031303130303132333435000000000000000000000000000000000000000000000000000000b1b1bea9cad0bdbbcda8ceafd4b1bbe100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    2019,
    'driverReply',
    {
      sourceType: 0x920a,
      sourceSerial: 7,
      name: '张三',
      identity: '110101199003071234',
      licence: '1101010012345',
      issuer: '北京市交通委员会',
      validUntil: 1_763_712_000,
    },
    '920a00000007d5c5c8fd000000000000000000000000313130313031313939303033303731323334000031313031303130303132333435000000000000000000000000000000000000000000000000000000b1b1bea9cad0bdbbcda8ceafd4b1bbe1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000069201c00',
  ),
  sample(2011, 'waybillReply', { text: '京津普货' }, '00000008bea9bdf2c6d5bbf5'),
  sample(2019, 'waybillReply', { sourceType: 0x920b, sourceSerial: 7, text: '京津普货' }, '920b0000000700000008bea9bdf2c6d5bbf5'),
  sample(
    2011,
    'driver',
    { name: '张三', identity: '110101199003071234', licence: '1101010012345', issuer: '北京市交通委员会' },
    'd5c5c8fd000000000000000000000000313130313031313939303033303731323334000031313031303130303132333435000000000000000000000000000000000000000000000000000000b1b1bea9cad0bdbbcda8ceafd4b1bbe100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    2019,
    'driver',
    {
      name: '张三',
      identity: '110101199003071234',
      licence: '1101010012345',
      issuer: '北京市交通委员会',
      validUntil: 1_763_712_000,
    },
    'd5c5c8fd000000000000000000000000313130313031313939303033303731323334000031313031303130303132333435000000000000000000000000000000000000000000000000000000b1b1bea9cad0bdbbcda8ceafd4b1bbe1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000069201c00',
  ),
  sample(BOTH, 'waybill', { text: '京津普货' }, '00000008bea9bdf2c6d5bbf5'),
  sample(2019, 'vehicleRegisterReply', { sourceType: 0x1201, sourceSerial: 7, result: 0 }, '12010000000700'),
  sample(2011, 'positionDown', { at2011: AT_2011 }, '00150b07e910000006f011700260f7b4003c003b00003039005a00320000000300000001'),
  sample(
    2019,
    'positionDown',
    { at2019: AT_2019 },
    '000000001c00000001000000030260f7d406f00f3000320258005a251121160000313130313030303030303100000001000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    2011,
    'positionsDown',
    { positions: [{ at2011: AT_2011 }, { at2011: { ...AT_2011, minute: 1 } }] },
    '0200150b07e910000006f011700260f7b4003c003b00003039005a0032000000030000000100150b07e910010006f011700260f7b4003c003b00003039005a00320000000300000001',
  ),
  sample(
    2019,
    'positionsDown',
    { positions: [{ at2019: AT_2019 }] },
    '01000000001c00000001000000030260f7d406f00f3000320258005a251121160000313130313030303030303100000001000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    BOTH,
    'vehicleDown',
    { text: 'VIN:=京A12345;VEHICLE_COLOR:=2' },
    '56494e3a3dbea94131323334353b56454849434c455f434f4c4f523a3d32',
  ),
  sample(BOTH, 'exchangeStart', { reason: 0 }, '00'),
  sample(BOTH, 'exchangeEnd', { reason: 3 }, '03'),
  sample(2011, 'exchangeRequestReply', { result: 0 }, '00'),
  sample(2019, 'exchangeRequestReply', { sourceType: 0x1207, sourceSerial: 7, result: 0 }, '12070000000700'),
  sample(2011, 'exchangeCancelReply', { result: 1 }, '01'),
  sample(2019, 'exchangeCancelReply', { sourceType: 0x1208, sourceSerial: 7, result: 1 }, '12080000000701'),
  sample(2011, 'backfillReply', { result: 2 }, '02'),
  sample(2019, 'backfillReply', { sourceType: 0x1209, sourceSerial: 7, result: 2 }, '12090000000702'),
  sample(BOTH, 'driverRequest', {}, ''),
  sample(BOTH, 'waybillRequest', {}, ''),
  sample(
    2011,
    'postCheckReply',
    { objectType: 1, objectId2011: '1234', infoId: 77, text: '在岗' },
    '013132333400000000000000000000004d00000004d4dab8da',
  ),
  sample(
    2019,
    'postCheckReply',
    {
      objectType: 1,
      responder: '李四',
      responderPhone: '13800138000',
      objectId2019: '11010000001',
      sourceType: 0x9301,
      sourceSerial: 7,
      text: '在岗',
    },
    '01c0eecbc40000000000000000000000003133383030313338303030000000000000000000313130313030303030303100000000000000000093010000000700000004d4dab8da',
  ),
  sample(2011, 'platformTextReply', { infoId: 78 }, '0000004e'),
  sample(2019, 'platformTextReply', { sourceType: 0x9302, sourceSerial: 8 }, '930200000008'),
  sample(2011, 'postCheck', { infoId: 77, text: '当前值班人员是谁？' }, '0000004d00000012b5b1c7b0d6b5b0e0c8cbd4b1cac7cbada3bf'),
  sample(
    2013,
    'postCheck',
    { objectType: 1, objectId: '1234', infoId: 77, text: '当前值班人员是谁？' },
    '013132333400000000000000000000004d00000012b5b1c7b0d6b5b0e0c8cbd4b1cac7cbada3bf',
  ),
  sample(
    2019,
    'postCheck',
    { objectType: 2, objectId: '11010000001', window: 120, infoId: 77, text: '当前值班人员是谁？' },
    '023131303130303030303031000000000000000000780000004d00000012b5b1c7b0d6b5b0e0c8cbd4b1cac7cbada3bf',
  ),
  sample(
    BOTH,
    'platformText',
    { objectType: 3, objectId: '1234', infoId: 78, text: '今晚维护' },
    '033132333400000000000000000000004e00000008bdf1cdedceacbba4',
  ),
  sample(2011, 'urgeReply', { supervisionId: 5, result: 1 }, '0000000501'),
  sample(2019, 'urgeReply', { sourceType: 0x9401, sourceSerial: 9, result: 1 }, '94010000000901'),
  sample(
    2011,
    'alarm',
    { warnSource: 1, warnType: 2, warnTime: 1_763_712_000, infoId: 6, text: '疲劳驾驶' },
    '0100020000000069201c000000000600000008c6a3c0cdbcddcabb',
  ),
  sample(
    2019,
    'alarm',
    {
      platform: '11010000001',
      warnType2019: 2,
      warnTime2019: 1_763_712_000,
      start: 1_763_712_000,
      end: 1_763_715_600,
      plate: '京A12345',
      colour: 2,
      destination: '11000000000',
      lineId: 0,
      text: '疲劳驾驶',
    },
    '313130313030303030303100020000000069201c000000000069201c000000000069202a10bea9413132333435000000000000000000000000000231313030303030303030300000000000000008c6a3c0cdbcddcabb',
  ),
  sample(2011, 'alarmHandled', { infoId: 6, result: 1 }, '0000000601'),
  sample(
    2019,
    'alarmHandled',
    {
      platform: '11010000001',
      warnType2019: 2,
      warnTime2019: 1_763_712_000,
      start: 1_763_712_000,
      end: 1_763_715_600,
      plate: '京A12345',
      colour: 2,
      destination: '11000000000',
      lineId: 0,
      text: '已电话提醒',
    },
    '313130313030303030303100020000000069201c000000000069201c000000000069202a10bea941313233343500000000000000000000000000023131303030303030303030000000000000000ad2d1b5e7bbb0cce1d0d1',
  ),
  sample(2019, 'urgeResult', { sourceType: 0x9401, sourceSerial: 9, result: 1 }, '94010000000901'),
  sample(2019, 'warningResult', { sourceType: 0x9402, sourceSerial: 10, result: 2 }, '94020000000a02'),
  sample(
    2011,
    'urge',
    {
      warnSource: 1,
      warnType: 2,
      warnTime: 1_763_712_000,
      supervisionId: 5,
      deadline: 1_763_715_600,
      level: 0,
      supervisor: '王五',
      phone: '010-12345678',
      mail: 'w@example.cn',
    },
    '0100020000000069201c00000000050000000069202a1000cdf5cee50000000000000000000000003031302d3132333435363738000000000000000077406578616d706c652e636e0000000000000000000000000000000000000000',
  ),
  sample(
    2019,
    'urge',
    {
      platform: '11010000001',
      warnTime: 1_763_712_000,
      sourceType: 0x1402,
      sourceSerial: 9,
      deadline: 1_763_715_600,
      level: 1,
      supervisor: '王五',
      phone: '010-12345678',
      mail: 'w@example.cn',
    },
    '31313031303030303030310000000069201c001402000000090000000069202a1001cdf5cee50000000000000000000000003031302d3132333435363738000000000000000077406578616d706c652e636e0000000000000000000000000000000000000000',
  ),
  sample(
    2011,
    'warning',
    { warnSource: 1, warnType: 2, warnTime: 1_763_712_000, text: '前方拥堵' },
    '0100020000000069201c0000000008c7b0b7bdd3b5b6c2',
  ),
  sample(
    2019,
    'warning',
    {
      platform: '11010000001',
      warnType2019: 2,
      warnTime2019: 1_763_712_000,
      start: 1_763_712_000,
      end: 1_763_715_600,
      plate: '京A12345',
      colour: 2,
      destination: '11000000000',
      lineId: 0,
      text: '前方拥堵',
    },
    '313130313030303030303100020000000069201c000000000069201c000000000069202a10bea9413132333435000000000000000000000000000231313030303030303030300000000000000008c7b0b7bdd3b5b6c2',
  ),
  sample(
    2011,
    'warningShared',
    { warnSource: 1, warnType: 2, warnTime: 1_763_712_000, text: '邻省预警' },
    '0100020000000069201c0000000008c1dacaa1d4a4beaf',
  ),
  sample(
    2019,
    'warningShared',
    {
      platform: '11010000001',
      warnType2019: 2,
      warnTime2019: 1_763_712_000,
      start: 1_763_712_000,
      end: 1_763_715_600,
      plate: '京A12345',
      colour: 2,
      destination: '11000000000',
      lineId: 0,
      text: '邻省预警',
    },
    '313130313030303030303100020000000069201c000000000069201c000000000069202a10bea9413132333435000000000000000000000000000231313030303030303030300000000000000008c1dacaa1d4a4beaf',
  ),
  sample(2011, 'listenReply', { result: 0 }, '00'),
  sample(2019, 'listenReply', { sourceType: 0x9501, sourceSerial: 7, result: 0 }, '95010000000700'),
  sample(
    2011,
    'photo',
    { flag: 1, position: { at2011: AT_2011 }, channel: 1, image: { size: 2, format: 1, data: fromHex('ffd8ffd9') } },
    '0100150b07e910000006f011700260f7b4003c003b00003039005a0032000000030000000101000000040201ffd8ffd9',
  ),
  sample(
    2019,
    'photo',
    {
      sourceType: 0x9502,
      sourceSerial: 7,
      flag: 1,
      position: { at2019: AT_2019 },
      channel: 1,
      image: { size: 2, format: 1, data: fromHex('ffd8ffd9') },
    },
    '95020000000701000000001c00000001000000030260f7d406f00f3000320258005a25112116000031313031303030303030310000000100000000000000000000000000000000000000000000000000000000000001000000040201ffd8ffd9',
  ),
  sample(2011, 'textReply', { serial: 11, result: 0 }, '0000000b00'),
  sample(2019, 'textReply', { sourceType: 0x9503, sourceSerial: 7, result: 0 }, '95030000000700'),
  sample(2011, 'recorderReply', { command: 1, data: fromHex('aa7501') }, '0100000003aa7501'),
  sample(
    2019,
    'recorderReply',
    { sourceType: 0x9504, sourceSerial: 7, command: 1, data: fromHex('aa7501') },
    '9504000000070100000003aa7501',
  ),
  sample(2011, 'emergencyLinkReply', { result: 1 }, '01'),
  sample(2019, 'emergencyLinkReply', { sourceType: 0x9505, sourceSerial: 7, result: 1 }, '95050000000701'),
  sample(BOTH, 'listen', { phone: '13800138000' }, '3133383030313338303030000000000000000000'),
  sample(BOTH, 'photoRequest', { channel: 1, size: 2 }, '0102'),
  sample(BOTH, 'text', { serial: 11, priority: 0, text: '请减速' }, '0000000b0000000006c7ebbcf5cbd9'),
  sample(2011, 'recorderRequest', { command: 1 }, '01'),
  sample(2019, 'recorderRequest', { start: 1_763_712_000, end: 1_763_715_600, command: 9 }, '0000000069201c000000000069202a1009'),
  sample(
    2011,
    'recorderRequest',
    { command: 9, span: { start: '251121160000', end: '251121170000', most: 5 } },
    '092511211600002511211700000005',
  ),
  sample(
    BOTH,
    'emergencyLink',
    {
      authCode: '00000000000000001234',
      accessPoint: 'CMNET',
      user: 'user',
      password: 'pass',
      server: '10.0.0.2',
      tcpPort: 7611,
      udpPort: 7612,
      end: 1_763_715_600,
    },
    '00000000000000001234434d4e4554000000000000000000000000000000757365720000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007061737300000000000000000000000000000000000031302e302e302e320000000000000000000000000000000000000000000000001dbb1dbc0000000069202a10',
  ),
  sample(
    2011,
    'vehicleData',
    { text: 'VIN:=京A12345;VEHICLE_COLOR:=2' },
    '56494e3a3dbea94131323334353b56454849434c455f434f4c4f523a3d32',
  ),
  sample(
    2019,
    'vehicleData',
    { sourceType: 0x9601, sourceSerial: 7, text: 'VIN:=京A12345;VEHICLE_COLOR:=2' },
    '96010000000756494e3a3dbea94131323334353b56454849434c455f434f4c4f523a3d32',
  ),
  sample(BOTH, 'line', { route: fromHex('00000001000000') }, '00000001000000'),
  sample(BOTH, 'vehicleDataRequest', {}, ''),
  sample(
    BOTH,
    'videoPasswords',
    { platform: '11010000001', own: 'k'.repeat(64), others: 'm'.repeat(64) },
    '31313031303030303030316b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d',
  ),
  sample(
    BOTH,
    'liveReply',
    { result: 0, server: '10.0.0.3', port: 6078 },
    '0031302e302e302e3300000000000000000000000000000000000000000000000017be',
  ),
  sample(
    BOTH,
    'storedList',
    {
      items: [
        {
          channel: 1,
          start: 1_763_712_000,
          end: 1_763_715_600,
          alarms: fromHex('0000000000000001'),
          kind: 0,
          stream: 1,
          storage: 1,
          bytes: 1_048_576,
        },
      ],
    },
    '00000001010000000069201c000000000069202a10000000000000000100010100100000',
  ),
  sample(
    BOTH,
    'playbackReply',
    { server: '10.0.0.3', port: 6078, result: 0 },
    '31302e302e302e3300000000000000000000000000000000000000000000000017be00',
  ),
  sample(BOTH, 'downloadReply', { result: 0, session: 12 }, '00000c'),
  sample(
    BOTH,
    'downloadReady',
    { result: 0, session: 12, server: '10.0.0.3', port: 6021, user: 'user', password: 'pass', path: '/films/12' },
    '00000c31302e302e302e33000000000000000000000000000000000000000000000000178575736572000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000706173730000000000000000000000000000000000002f66696c6d732f31320000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(BOTH, 'downloadControlReply', { result: 0 }, '00'),
  sample(BOTH, 'videoPasswordsRequest', {}, ''),
  sample(BOTH, 'videoPasswordsReply', {}, ''),
  sample(BOTH, 'liveEndReply', { result: 1 }, '01'),
  sample(BOTH, 'liveEnd', { channel: 3, kind: 2 }, '0302'),
  sample(
    BOTH,
    'storedListReply',
    {
      result: 0,
      items: [
        {
          channel: 1,
          start: 1_763_712_000,
          end: 1_763_715_600,
          alarms: fromHex('0000000000000001'),
          kind: 0,
          stream: 1,
          storage: 1,
          bytes: 1_048_576,
        },
      ],
    },
    '0000000001010000000069201c000000000069202a10000000000000000100010100100000',
  ),
  sample(BOTH, 'playbackControlReply', { result: 0 }, '00'),
  sample(BOTH, 'playbackControl', { control: 1, speed: 1, position: 1_763_712_000 }, '01010000000069201c00'),
  sample(
    BOTH,
    'downloadRequest',
    {
      channel: 1,
      start: 1_763_712_000,
      end: 1_763_715_600,
      alarms: fromHex('0000000000000001'),
      kind: 0,
      stream: 1,
      storage: 1,
      bytes: 1_048_576,
      password: 'k'.repeat(64),
      position: new Uint8Array(36),
    },
    `010000000069201c000000000069202a10000000000000000100010100100000${'6b'.repeat(64)}${'00'.repeat(36)}`,
  ),
  sample(BOTH, 'downloadReadyAck', { result: 0, session: 12 }, '00000c'),
  sample(
    BOTH,
    'liveRequest',
    { channel: 1, kind: 0, password: 'k'.repeat(64), position: new Uint8Array(36) },
    '01006b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(BOTH, 'storedListAck', { result: 0, count: 1 }, '0001'),
  sample(
    BOTH,
    'storedListRequest',
    {
      channel: 1,
      start: 1_763_712_000,
      end: 1_763_715_600,
      alarms: fromHex('0000000000000001'),
      kind: 0,
      stream: 1,
      storage: 1,
      password: 'k'.repeat(64),
      position: new Uint8Array(36),
    },
    '010000000069201c000000000069202a1000000000000000010001016b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(
    BOTH,
    'playbackRequest',
    {
      channel: 1,
      kind: 0,
      stream: 1,
      storage: 1,
      start: 1_763_712_000,
      end: 1_763_715_600,
      password: 'k'.repeat(64),
      position: new Uint8Array(36),
    },
    '010001010000000069201c000000000069202a106b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b000000000000000000000000000000000000000000000000000000000000000000000000',
  ),
  sample(BOTH, 'downloadControl', { session: 12, control: 2 }, '000c02'),
];

/** Bodies without the fields that the revision lacks. */
const said = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

describe('messages of JT/T 809', () => {
  const each = SAMPLES.flatMap(({ revisions, ...rest }) => revisions.map((revision) => ({ revision, ...rest })));

  it.each(each)('$content.type of $revision is encoded to the expected bytes and decoded back', ({ revision, content, hex }) => {
    expect(toHex(encodeBody(content, revision))).toBe(hex);
    const read = decodeBody({ id: messageId(content.type), vehicle: null, data: fromHex(hex) }, revision);
    expect(read).toMatchObject({ type: content.type, revision });
    expect(said(read.body)).toEqual(said(content.body));
    expect(read.trailing).toBeUndefined();
    expect(toHex(encodeBody(read as KnownMessage, revision))).toBe(hex);
  });

  it('all have a sample', () => {
    const shown = new Set(SAMPLES.map(({ content }) => content.type));
    expect([...messages.values()].map(([, type]) => type).filter((type) => !shown.has(type))).toEqual([]);
  });
});

describe('a complete frame', () => {
  const vehicle = { plate: '京A12345', colour: 2 };
  const frame = (content: Content, revision: Revision) =>
    encodeMessage(content, { serial: 133, accessCode: 1234, sentAt: 1_763_712_000 }, { revision, keys: null });

  it('of 2011 is encoded to the expected bytes', () => {
    const bytes = frame({ type: 'exchangeStart', body: { reason: 0 }, vehicle }, 2011);
    expect(toHex(bytes)).toBe(
      '5b00000037000000859200000004d20100000000000000bea9413132333435000000000000000000000000000292050000000100648e5d',
    );
  });

  it('of 2019 has a time in its header', () => {
    expect(toHex(frame({ type: 'exchangeStart', body: { reason: 0 }, vehicle }, 2019))).toBe(
      '5b0000003f000000859200000004d201000000000000000000000069201c00bea941313233343500000000000000000000000000029205000000010073795d',
    );
    expect(toHex(frame({ type: 'mainHeartbeat', body: {} }, 2019))).toBe(
      '5b00000022000000851005000004d201000000000000000000000069201c0074a05d',
    );
  });

  it.each([2011, 2019] as const)('of %s is unchanged after a round trip, for each carrier message', (revision) => {
    for (const { content, revisions } of SAMPLES.filter((one) => one.revisions.includes(revision))) {
      const id = messageId(content.type);
      const named = (id & 0xff00) !== 0x1300 && (id & 0xff00) !== 0x9300;
      const bytes = frame({ ...content, vehicle: named ? vehicle : null } as Content, revision);
      const read = decodeMessage(decodeFrame(bytes, { revision, keys: null }), revision);
      expect(read).toMatchObject({ type: content.type });
      expect(said(read.body)).toEqual(said(content.body));
      expect(revisions).toContain(read.revision);
    }
  });
});
