import type { Of } from '../../codec/index.ts';
import { Alarm, AlarmHandled, AlarmResult, Urge, UrgeReply, Warning } from './alarms.ts';
import { Empty } from './fields.ts';
import {
  LinkReport,
  LinkReportRequest,
  Login,
  LoginReply,
  Logout,
  Reason,
  Received,
  Result,
  Serials,
  VerifyCode,
} from './links.ts';
import {
  EmergencyLink,
  Listen,
  MonitorResult,
  Photo,
  PhotoRequest,
  RecorderReply,
  RecorderRequest,
  TextReply,
  TextRequest,
} from './monitoring.ts';
import { PlatformText, PlatformTextReply, PostCheck, PostCheckReply } from './platforms.ts';
import { Line, VehicleData } from './static.ts';
import {
  Description,
  Driver,
  DriverReply,
  ExchangeReason,
  MonitorReply,
  Position,
  Positions,
  Range,
  Register,
  RegisterReply,
  SourceResult,
  Waybill,
  WaybillReply,
} from './vehicles.ts';
import {
  DownloadControl,
  DownloadReady,
  DownloadReadyAck,
  DownloadReply,
  DownloadRequest,
  LiveEnd,
  LiveReply,
  LiveRequest,
  PlaybackControl,
  PlaybackReply,
  PlaybackRequest,
  StoredList,
  StoredListAck,
  StoredListReply,
  StoredListRequest,
  VideoPasswords,
} from './video.ts';

/** All messages: id (of the content, in a carrier), name and body. A new message is a new row. */
const rows = [
  // the links
  [0x1001, 'login', Login],
  [0x1002, 'loginReply', LoginReply],
  [0x1003, 'logout', Logout],
  [0x1004, 'logoutReply', Empty],
  [0x1005, 'mainHeartbeat', Empty],
  [0x1006, 'mainHeartbeatReply', Empty],
  [0x1007, 'mainDisconnected', Reason],
  [0x1008, 'mainClosing', Reason],
  [0x9001, 'subLogin', VerifyCode],
  [0x9002, 'subLoginReply', Result],
  [0x9003, 'subLogout', VerifyCode],
  [0x9004, 'subLogoutReply', Empty],
  [0x9005, 'subHeartbeat', Empty],
  [0x9006, 'subHeartbeatReply', Empty],
  [0x9007, 'subDisconnected', Reason],
  [0x9008, 'subClosing', Reason],
  [0x9101, 'received', Received],
  [0x9102, 'linkReportRequest', LinkReportRequest],
  [0x1102, 'linkReport', LinkReport],
  [0x9103, 'serialsDown', Serials],
  [0x1103, 'serialsUp', Serials],
  // vehicles and their positions
  [0x1201, 'vehicleRegister', Register],
  [0x1202, 'position', Position],
  [0x1203, 'positions', Positions],
  [0x1205, 'exchangeStarted', MonitorReply],
  [0x1206, 'exchangeEnded', MonitorReply],
  [0x1207, 'exchangeRequest', Range],
  [0x1208, 'exchangeCancel', Empty],
  [0x1209, 'backfillRequest', Range],
  [0x120a, 'driverReply', DriverReply],
  [0x120b, 'waybillReply', WaybillReply],
  [0x120c, 'driver', Driver],
  [0x120d, 'waybill', Waybill],
  [0x9201, 'vehicleRegisterReply', RegisterReply],
  [0x9202, 'positionDown', Position],
  [0x9203, 'positionsDown', Positions],
  [0x9204, 'vehicleDown', Description],
  [0x9205, 'exchangeStart', ExchangeReason],
  [0x9206, 'exchangeEnd', ExchangeReason],
  [0x9207, 'exchangeRequestReply', SourceResult],
  [0x9208, 'exchangeCancelReply', SourceResult],
  [0x9209, 'backfillReply', SourceResult],
  [0x920a, 'driverRequest', Empty],
  [0x920b, 'waybillRequest', Empty],
  // between platforms
  [0x1301, 'postCheckReply', PostCheckReply],
  [0x1302, 'platformTextReply', PlatformTextReply],
  [0x9301, 'postCheck', PostCheck],
  [0x9302, 'platformText', PlatformText],
  // alarms
  [0x1401, 'urgeReply', UrgeReply],
  [0x1402, 'alarm', Alarm],
  [0x1403, 'alarmHandled', AlarmHandled],
  [0x1411, 'urgeResult', AlarmResult],
  [0x1412, 'warningResult', AlarmResult],
  [0x9401, 'urge', Urge],
  [0x9402, 'warning', Warning],
  [0x9403, 'warningShared', Warning],
  // monitoring
  [0x1501, 'listenReply', MonitorResult],
  [0x1502, 'photo', Photo],
  [0x1503, 'textReply', TextReply],
  [0x1504, 'recorderReply', RecorderReply],
  [0x1505, 'emergencyLinkReply', MonitorResult],
  [0x9501, 'listen', Listen],
  [0x9502, 'photoRequest', PhotoRequest],
  [0x9503, 'text', TextRequest],
  [0x9504, 'recorderRequest', RecorderRequest],
  [0x9505, 'emergencyLink', EmergencyLink],
  // static data
  [0x1601, 'vehicleData', VehicleData],
  [0x1602, 'line', Line],
  [0x9601, 'vehicleDataRequest', Empty],
  // video
  [0x1701, 'videoPasswords', VideoPasswords],
  [0x1702, 'videoPasswordsRequest', Empty],
  [0x1801, 'liveReply', LiveReply],
  [0x1802, 'liveEndReply', Result],
  [0x1901, 'storedList', StoredList],
  [0x1902, 'storedListReply', StoredListReply],
  [0x1a01, 'playbackReply', PlaybackReply],
  [0x1a02, 'playbackControlReply', Result],
  [0x1b01, 'downloadReply', DownloadReply],
  [0x1b02, 'downloadReady', DownloadReady],
  [0x1b03, 'downloadControlReply', Result],
  [0x9702, 'videoPasswordsReply', Empty],
  [0x9801, 'liveRequest', LiveRequest],
  [0x9802, 'liveEnd', LiveEnd],
  [0x9901, 'storedListAck', StoredListAck],
  [0x9902, 'storedListRequest', StoredListRequest],
  [0x9a01, 'playbackRequest', PlaybackRequest],
  [0x9a02, 'playbackControl', PlaybackControl],
  [0x9b01, 'downloadRequest', DownloadRequest],
  [0x9b02, 'downloadReadyAck', DownloadReadyAck],
  [0x9b03, 'downloadControl', DownloadControl],
] as const;

type Row = (typeof rows)[number];

export const messages: ReadonlyMap<number, Row> = new Map(rows.map((row) => [row[0], row]));

export type MessageType = Row[1];
/** The body of a message by its name. */
export type BodyOf<T extends MessageType> = Of<Extract<Row, readonly [number, T, unknown]>[2]>;

const ids = new Map<string, number>(rows.map(([id, type]) => [type, id]));

/** The id of a message. */
export const messageId = (type: MessageType): number => ids.get(type)!;
