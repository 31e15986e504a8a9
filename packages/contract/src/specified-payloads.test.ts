import { DAY_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { callTables } from './call-tables.ts';

/** What clients send and read about video and alarms with files: console.md 3, 7; routes.md 7.3, 7.4; screen catalogue 4 and 5. */
const served = new Map<string, Call>(
  Object.values(callTables).flatMap((table) => Object.values<Call>(table).map((call) => [call.path, call] as const)),
);

const GID = '00000007-019b-0000-004d-000000000001';
const START = 1_790_000_000_000;
const day = { startTime: START, endTime: START + DAY_MS };
const days = (count: number) => ({ startTime: START, endTime: START + count * DAY_MS });
const kinds = { mediaType: 3, streamType: 2, storage: 2 };
const recording = { targId: '7', channel: 2, ...day, ...kinds };
const media = { targId: '7', deptId: '5', carNo: '粤B', kind: 2, event: 3, channel: 1, ...days(31) };
const dealt = { targId: '7', alarmId: '9', alarmGid: GID, vTime: START, mainType: 2, subType: 1, nLevel: 3, sendMsg: '请减速' };
const details = { batchFlag: 1, times: 2, equipId: '7', status: 4, userName: '张三', vRemark: '已通话' };
const bellPeriod = { startTime: String(START), endTime: String(START + DAY_MS) };

it.each([
  ['video/realtime', { targId: '7', channel: 1, streamType: 0, dataType: 1 }],
  ['video/controlRealtime', { sessionId: 's', control: 'pause' }],
  ['video/controlRealtime', { sessionId: 's', control: 'resume' }],
  ['video/controlRealtime', { sessionId: 's', control: 'switchStream', streamType: 0 }],
  ['video/replay/filelist', { ...recording, channel: 0, alarmBits: 1, videoAlarmBits: 2 }],
  ['video/replay/filelist/get', { seqId: '3' }],
  ['video/replay', recording],
  ['video/fileUpload', { ...recording, conditionBits: 1 }],
  ['video/fileUploadReply', { seqId: '3' }],
  ['video/fileDownload', { seqId: '3' }],
  ['video/controlUpload', { seqId: '3', control: 2 }],
  ['video/clipFile', { fileId: '3', ...day }],
  ['car/getCarInfosByDeptId', { deptId: '5' }],
  ['multimedia/leftList', media],
  ['multimedia/details', media],
  [
    'activeSafety/alarm/list',
    { deptIds: ['5'], carNo: '粤B', warnIds: [77], levels: [3], driverName: '马', hasFiles: true, ...days(31) },
  ],
  ['activeSafety/alarm/list/new', { warnIds: [77], levels: [3], ...day }],
  ['activeSafety/alarm/qryAttachment', { alarmGid: GID }],
  ['activeSafety/alarm/processing', { alarmGids: [GID] }],
  ['activeSafety/alarm/handle', { dealList: [dealt], dealType: 6, vNotes: '误报', ...details }],
  ['warnScheme/saveWarnHistoryDeal', { dealList: [dealt], dealType: 5, vNotes: '已通话', ...details }],
  ['setting/confirmAlarm', { dealList: [dealt], ...details }],
  ['activeSafety/alarm/dtl', { alarmGid: GID }],
  ['activeSafety/alarm/getTargAsalarmTypeDtl', { targId: '7', ...day }],
  ['activeSafety/alarm/getTargAsalarmDtl', { targId: '7', warnId: 77, ...day }],
  ['activeSafety/alarm/getAsOverview', { deptIds: ['5'], ...day }],
  ['activeSafety/checkAdasAlarmStatus', { alarmGid: GID }],
  [
    'activeSafety/evidence/list',
    { deptIds: ['5'], carNo: '粤B', warnIds: [77], levels: [2], hasVideo: true, locked: true, ...day },
  ],
  ['warnScheme/sendWarnSuperviseRsp', { carNo: '粤B12345', newCommandId: '9', result: 2, superviseId: '3', targId: '7' }],
  ['msg/replyPlatCheck', { objectId: '7', rspSeqId: '3', data: '张三' }],
  ['user/loginOut', { level: 12, center: '116.3964|39.9093', mapType: 1 }],
  ['report/getWarnSumDetail', { staticData: '2026-11-20' }],
] as const)('%s accepts %o', (path, data) => {
  expect(served.get(path)!.data.parse(data)).toMatchObject(data);
});

it.each(['mainPage/getBellPageNum', 'mainPage/alarmBox', 'mainPage/popupBoard'])('%s accepts a period in its URL', (path) => {
  expect(served.get(path)!.data.parse(bellPeriod)).toEqual(day);
});

/** What holds where a client names nothing. */
it.each([
  ['video/realtime', { targId: '7', channel: 1 }, { streamType: 1, dataType: 0 }],
  ['video/replay/filelist', { targId: '7', ...day }, { channel: 0, streamType: 0, storage: 0, alarmBits: 0, videoAlarmBits: 0 }],
  ['video/fileUpload', { targId: '7', channel: 1, ...day }, { conditionBits: 7 }],
  ['video/controlPtz', { targId: '7', channel: 1, action: 'up' }, { speed: 128 }],
  ['activeSafety/alarm/list', {}, { warmStatus: 4 }],
  ['warnScheme/listWarnHistory', {}, { warmStatus: 4 }],
] as const)('%s with %o is parsed as %o', (path, data, meant) => {
  expect(served.get(path)!.data.parse(data)).toMatchObject(meant);
});

const gids = (count: number) => Array.from({ length: count }, (_, at) => GID.slice(0, -3) + String(at).padStart(3, '0'));
const preset = (rotateSeconds: number) => ({ name: 'x', layout: 16, rotateSeconds, tiles: [] });
const broadcast = (count: number) => ({ targIds: Array.from({ length: count }, (_, at) => String(at + 1)) });
const turn = (speed: number) => ({ targId: '7', channel: 1, action: 'up', speed });

/** Limits: the last value that is taken, and the first that is not. */
it.each([
  ['video/replay/filelist', { targId: '7', ...day }, { targId: '7', ...days(2) }],
  ['video/replay', recording, { ...recording, ...days(2) }],
  ['video/fileUpload', recording, { ...recording, ...days(2) }],
  ['video/startBroadcast', broadcast(50), broadcast(51)],
  ['video/controlPtz', turn(255), turn(256)],
  ['video/controlPtz', turn(0), turn(-1)],
  ['video/savePreset', preset(10), preset(9)],
  ['video/savePreset', preset(300), preset(301)],
  ['video/controlUpload', { seqId: '3', control: 0 }, { seqId: '3', control: 3 }],
  ['multimedia/leftList', days(31), days(32)],
  ['multimedia/details', days(31), days(32)],
  ['activeSafety/alarm/list', days(31), days(32)],
  ['activeSafety/evidence/list', days(31), days(32)],
  ['activeSafety/packEvidence', { alarmGids: gids(100) }, { alarmGids: gids(101) }],
  ['activeSafety/refetchAttachment', { alarmGids: gids(100) }, { alarmGids: gids(101) }],
  ['activeSafety/alarm/handle', { dealList: [dealt], dealType: 1 }, { dealList: [dealt], dealType: 2 }],
] as const)('%s accepts %o and refuses %o', (path, taken, refused) => {
  const { data } = served.get(path)!;
  expect([data.safeParse(taken).success, data.safeParse(refused).success]).toEqual([true, false]);
});

const alarmRow = [
  // console.md 3
  ...['alarmGid', 'alarmId', 'targId', 'vtime', 'mainType', 'subType', 'level', 'subTypeName', 'ncheckAdasAlarmStatus', 'warnId'],
  // screen catalogue 4.1
  ...['carNo', 'deptName', 'driver', 'speed', 'x', 'y', 'files', 'fileDone', 'fileKinds', 'state', 'dealtBy', 'dealtAt'],
].map((field) => `list.${field}`);
const recorded = ['channel', 'startTime', 'endTime', 'sizeBytes', 'streamType', 'storage', 'mediaType', 'alarmBits'];

/** Fields of replies; those of a row stand behind `list`. */
const REPLIES: readonly (readonly [path: string, ...fields: string[]])[] = [
  ['video/realtime', 'url', 'sessionId'],
  ['video/replay', 'url', 'sessionId'],
  ['video/replay/filelist', 'seqId'],
  ['video/replay/filelist/get', 'count', ...recorded.map((field) => `list.${field}`)],
  ['video/fileUpload', 'seqId'],
  ['video/fileUploadReply', 'seqId', 'state', 'sizeBytes', 'percent'],
  ['video/fileDownload', 'url'],
  ['video/listUploadTask', 'list.state', 'list.sizeBytes', 'list.percent'],
  [
    'video/queryAvAttr',
    'attributes.audioCodec',
    'attributes.videoCodec',
    'attributes.sampleRateHz',
    'attributes.maxVideoChannels',
  ],
  ['multimedia/leftList', 'list.carNo', 'list.count', 'list.lastTime'],
  ['multimedia/details', ...['kind', 'name', 'event', 'channel', 'time', 'x', 'y', 'bytes'].map((field) => `list.${field}`)],
  ['activeSafety/alarm/list', ...alarmRow],
  ['activeSafety/alarm/list/new', ...alarmRow],
  ['warnScheme/listWarnHistory', ...alarmRow],
  ['activeSafety/alarm/dtl', 'alarm.alarmGid', 'info', 'driver.name', 'driver.phone', 'schemeName', 'history'],
  ['activeSafety/alarm/qryAttachment', 'list.attachmentType', 'list.attachmentPath'],
  ['activeSafety/checkAdasAlarmStatus', 'result'],
  ['activeSafety/alarm/typeList', 'list.warnId', 'list.name', 'list.mainType', 'list.subType', 'list.level', 'list.count'],
  [
    'activeSafety/alarm/todaySafetyStatistics',
    'total',
    'yesterday',
    'handled',
    'inTime',
    'km',
    'grades',
    'fatigue',
    'distraction',
  ],
  ['activeSafety/alarm/getAsOverview', 'hours', 'types', 'depts', 'vehicles', 'spots'],
  ['activeSafety/evidence/list', 'list.alarmGid', 'list.locked', 'list.note', 'list.lockUser', 'list.expireAt'],
  [
    'screen/getSafety',
    'total',
    'km',
    'handled',
    'handleMin',
    'mainTypes',
    'types',
    'hours',
    'yesterday',
    'spots',
    'risky',
    'scores',
  ],
  ['screen/getSafety', 'depts', 'fatigue', 'deadlines'],
  ['mainPage/alarmBox', 'total', 'list.alarmGid'],
  ['mainPage/popupBoard', 'total', 'list.alarmGid'],
  ['mainPage/getBellPageNum', 'alarmCnt', 'asalarmCnt'],
  ['location/getAddress', 'code', 'data.addressInfo'],
  ['dept/getDeptLogoShowUrlPre', 'urlPre'],
  ['dept/qryPlatInfoByDeptId', 'platName', 'logoUrl'],
  ['car/locate', 'x', 'y'],
  ['report/exportdata', 'url'],
];

type Shape = { readonly properties?: Record<string, Shape>; readonly items?: Shape; readonly anyOf?: readonly Shape[] };

/** Whether a schema has a field; a list stands for its rows, what may be null for what it is otherwise. */
function hasField(shape: Shape | undefined, names: readonly string[]): boolean {
  const own = shape?.anyOf?.find(({ properties }) => properties) ?? shape?.items ?? shape;
  const [name, ...further] = names;
  return name === undefined
    ? own !== undefined
    : own?.properties?.[name] !== undefined && hasField(own.properties[name], further);
}

describe('a reply', () => {
  it.each(REPLIES)('of %s has the specified fields', (path, ...fields) => {
    const shape = z.toJSONSchema(served.get(path)!.reply, { unrepresentable: 'any', reused: 'inline' }) as Shape;
    expect(fields.filter((field) => !hasField(shape, field.split('.')))).toEqual([]);
  });
});
