import { once } from 'node:events';
import type { Call } from '@fleetwarden/contract/call';
import { callTables } from '@fleetwarden/contract/call-tables';
import { GpsMessage } from '@fleetwarden/contract/live/live';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { at, type Sql, sql } from '../../src/platform/db/database.ts';
import { createPartitions } from '../../src/platform/db/partitions.ts';
import { addAlarm } from '../support/alarms.ts';
import { SAMPLES } from '../support/resource-samples.ts';
import { addVehicle, live } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/**
 * Calls every live-monitoring operation that names a vehicle, department, geofence or command, as a user of another department with
 * all permissions. The reply must equal the reply for an unknown id, and reveal nothing. An operation that was not called fails at the end.
 */
const TABLES = [
  'areas',
  'commands',
  'details',
  'evidence',
  'firmware',
  'followups',
  'messages',
  'monitor',
  'multimedia',
  'regions',
  'regulators',
  'terminalSettings',
  'tracks',
  'video',
] as const;
const NAMING =
  /^(id|ids|node|noteId|userId|seqIds?|rspSeqId|superviseId|carId|carNo|deptId|targId|targIds|deptIds|targetIds|alarmGids?|driverId|fileId|templateId|fromId|otherId|setId|firmwareId|addCars|addDepts|removeCars|removeDepts|region|outline)$/;

/** An alarm of active safety. */
const FATIGUE = 77;
const PLATE = '京W77777';
const PLACE = { lng: 87.61, lat: 43.82 };

let server: TestServer;
let boss = '';
let clerk = '';
/** Ids of what the clerk must not see, and of what is the clerk's own. */
const foreign = {} as Record<
  | 'car'
  | 'dept'
  | 'area'
  | 'batch'
  | 'command'
  | 'template'
  | 'message'
  | 'user'
  | 'superior'
  | 'check'
  | 'task'
  | 'said'
  | 'frame'
  | 'stop'
  | 'shift'
  | 'paramTemplate'
  | 'paramSet'
  | 'firmware'
  | 'rollout'
  | 'media'
  | 'driver'
  | 'alarm'
  | 'hold'
  | 'videoFile'
  | 'videoTask'
  | 'preset',
  string
>;
const own = {} as Record<'car' | 'dept' | 'area' | 'superior' | 'paramTemplate' | 'firmware', string>;

const call = async (token: string, path: string, data: object, method: Call['method'] = 'POST') =>
  (await server.call(method, path, data, { authorization: token, cookie: 'language=zh' })).body;
const ask = async (token: string, { path, method, signed }: Call, data: object) =>
  signed
    ? (await server.post(path, { data, sign: sign(data as never) }, { authorization: token, cookie: 'language=zh' })).body
    : call(token, path, data, method);
const done = async (path: string, data: object, method?: Call['method']) => {
  const body = await call(boss, path, data, method);
  expect([path, body]).toMatchObject([path, { code: '0' }]);
  return body.data;
};

beforeAll(async () => {
  server = await startTestServer();
  server.jobs.start();
  const root = await server.department('集团');
  const [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, allPermissions);
  [boss, clerk] = [await server.signIn('boss'), await server.signIn('clerk')];
  const ownCar = await addVehicle(server, { plate: '京E11111', departmentId: east, phone: '13900000001' });
  const car = await addVehicle(server, { plate: PLATE, departmentId: west, phone: '13900000002', driver: '马骏' });
  [own.car, own.dept, foreign.car, foreign.dept] = [String(ownCar), String(east), String(car), String(west)];
  server.bus.publish('fleet.changed', { vehicleIds: [ownCar, car] });
  await vi.waitFor(async () => expect((await call(boss, 'mainPage/countByStatus', {})).data.total).toBe(2), 20_000);
  server.bus.publish('vehicles.updated', [live(ownCar), live(car, PLACE)]);
  const today = Math.floor(Date.now() / DAY_MS);
  await createPartitions(server.db, 400).ensure([today - 1, today]);
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    values (${car}, ${at(Date.now() - 60_000)}, now(), ${PLACE.lng}, ${PLACE.lat}, 10, 60, 90, 0, 3, false, 0)`);
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport)
    values (${car}, ${at(Date.now() - 60_000)}, now(), 'tcp')`);
  const none = { vehicleId: '', roleId: '' };
  own.area = (await done('area/addArea', { values: SAMPLES['area']!(1, own.dept, none) })).id;
  foreign.area = (await done('area/addArea', { values: SAMPLES['area']!(2, foreign.dept, none) })).id;
  // an area of theirs that is meant for a vehicle they do not see
  await done('area/bindCar', { id: own.area, addCars: [foreign.car], addDepts: [], removeCars: [], removeDepts: [] });
  await done('area/sendArea', { id: own.area, queueOffline: true });
  const text = { cmdCode: '8300', params: { channels: [8], text: '秘密' } };
  foreign.command = (await done('terminal/sendCommand', { ...text, targIds: [foreign.car], queueOffline: true })).list[0].seqId;
  foreign.batch = (await done('terminal/startBatch', { ...text, name: '秘密', targIds: [foreign.car] })).batchId;
  // what the terminal offers to its driver, and what the driver subscribed to
  await server.db.run(sql`
    insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, state, created_at, answered_at, expire_at)
    values (${car}, '8301', ${0x8301}, '{"action": 1, "events": [{"eventId": 1, "eventText": "秘密"}]}', 2, 20000, 2, now(), now(), now())`);
  await server.db.run(sql`
    insert into terminal_report (vehicle_id, received_at, kind, number, value, serial) values (${car}, now(), 3, 5, 1, 1)`);
  foreign.template = (await done('terminal/saveTemplate', { ...text, name: '秘密' })).id;
  foreign.message = (await done('msg/addTemplate', { content: '秘密', name: '秘密' })).id;
  own.superior = (await done('plat/addSuperior', { values: SAMPLES['superior']!(1, own.dept, none) })).id;
  foreign.superior = (await done('plat/addSuperior', { values: SAMPLES['superior']!(2, foreign.dept, none) })).id;
  const to = { addDepts: [], removeCars: [], removeDepts: [], addCars: [foreign.car] };
  for (const id of [own.superior, foreign.superior]) await done('plat/bindCar', { ...to, id });
  const asked = async (statement: Sql) => String((await server.db.first<{ id: number }>(statement))!.id);
  const superior = Number(foreign.superior);
  foreign.check = await asked(sql`
    insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at)
    values (${superior}, 1, 1, 1, '', '秘密', now(), now() + interval '1 hour') returning id`);
  foreign.task = await asked(sql`
    insert into supervision (superior_id, serial, vehicle_id, plate, warn_at, deadline_at, level, supervisor, phone, mail, received_at)
    values (${superior}, 1, ${car}, ${PLATE}, now(), now(), 0, '秘密', '', '', now()) returning id`);
  foreign.said = await asked(sql`
    insert into platform_message (superior_id, serial, info_id, object_type, object_id, content, received_at)
    values (${superior}, 1, 1, 1, '', '秘密', now()) returning id`);
  foreign.frame = await asked(sql`
    insert into link_message (superior_id, at, link, down, message_id, serial, plate, revision, body)
    values (${superior}, now(), 0, true, 1, 1, ${PLATE}, 2011, '') returning id`);
  foreign.stop = await asked(sql`
    insert into offline_note (vehicle_id, kind, reason, text, noted_at, valid_from, valid_to)
    values (${car}, 3, 1, '秘密', now(), '2026-01-01', '2026-01-02') returning id`);
  const paramTemplate = async (deptId: string) =>
    (await done('terminal/saveParamTemplate', { name: '秘密', deptId, values: SPEED_LIMIT })).id;
  [own.paramTemplate, foreign.paramTemplate] = [await paramTemplate(own.dept), await paramTemplate(foreign.dept)];
  foreign.paramSet = (
    await done('terminal/setParams', { targIds: [foreign.car], values: SPEED_LIMIT, queueOffline: true })
  ).setId;
  await server.db.run(sql`
    insert into terminal_parameter (vehicle_id, terminal_id, parameters, raw, read_times, read_at)
    select ${ownCar}::integer, id, '{"85": 100}', '{}', '{}', now() from terminal where vehicle_id = ${ownCar}`);
  const firmware = (deptId: number) =>
    asked(sql`
      insert into firmware (department_id, name, file, kind, maker, version, models, bytes, sha256, md5, note)
      values (${deptId}, '秘密', 'none', 0, 'FW', 'V2', '{S-1}', 2000, '', '', '') returning id`);
  [own.firmware, foreign.firmware] = [await firmware(east), await firmware(west)];
  foreign.rollout = await asked(sql`
    insert into firmware_rollout (firmware_id, department_id, way, percent, stop_after, auto_next, state, stage, note)
    values (${Number(foreign.firmware)}, ${west}, 1, 100, 1, false, 1, 2, '秘密') returning id`);
  await server.db.run(sql`
    insert into firmware_target (rollout_id, vehicle_id, stage) values (${Number(foreign.rollout)}, ${car}, 2)`);
  foreign.media = await asked(sql`
    insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, extension, bytes, digest, file)
    values (${car}, 1, 0, 1, 1, now(), now(), 'jpg', 1, '', '') returning id`);
  foreign.alarm = await addAlarm(server.db, { vehicleId: car, typeId: FATIGUE, startAt: Date.now() - 60_000 });
  await done('activeSafety/lockEvidence', { alarmGids: [foreign.alarm], locked: true, reason: '秘密' });
  foreign.hold = (await done('activeSafety/holdEvidence', { targId: foreign.car, reason: '秘密' })).id;
  foreign.driver = await asked(sql`select driver_id as id from vehicle where id = ${car}`);
  await done('activeSafety/holdEvidence', { driverId: foreign.driver, reason: '秘密' });
  foreign.videoFile = await asked(sql`
    insert into video_file (vehicle_id, channel, source, state, stream_type, started_at, ended_at, file_key, format, account_name)
    values (${car}, 1, 0, 1, 1, now() - interval '10 minutes', now() - interval '5 minutes', '秘密', 'mp4', '秘密') returning id`);
  foreign.videoTask = await asked(sql`
    insert into video_task (vehicle_id, account_name, channel, start_time, end_time, media_type, stream_type, storage,
      video_alarm_bits, alarm_bits, condition_bits, state, next_at, progress_at, created_at)
    values (${car}, '秘密', 1, now() - interval '1 hour', now(), 0, 0, 0, 0, 0, 7, 2, now(), now(), now()) returning id`);
  const preset = { name: '秘密', layout: 1, tiles: [{ targId: foreign.car, channel: 1 }] };
  foreign.preset = (await done('video/savePreset', preset)).id;
  foreign.user = String((await server.db.first<{ id: number }>(sql`select id from account where login_name = 'boss'`))!.id);
  foreign.shift = await asked(sql`
    insert into duty_shift (account_id, started_at, ended_at, note)
    values (${foreign.user}::integer, now() - interval '1 hour', now(), '秘密') returning id`);
});
afterAll(() => server.stop());

type Ask = readonly [data: object, outcome: 'unknown' | 'nothing' | 'refused'];
const unknown = (...datas: object[]): Ask[] => datas.map((data) => [data, 'unknown']);
const nothing = (...datas: object[]): Ask[] => datas.map((data) => [data, 'nothing']);
const bindings = { addCars: [], addDepts: [], removeCars: [], removeDepts: [] };
const hour = () => ({ start: Date.now() - HOUR_MS, end: Date.now() + 1_000 });
const lastHour = () => ({ startTime: Date.now() - HOUR_MS, endTime: Date.now() });
const ofSuperior = () => unknown({ id: foreign.superior });
const around = { mode: 4, centre: [PLACE.lng, PLACE.lat], radiusM: 500 };
const ofDept = () => unknown({ deptId: foreign.dept }, { node: { ltType: 0, deptId: foreign.dept } });
const ofMedia = () => [...unknown({ deptId: foreign.dept }), ...nothing({ targId: foreign.car }, { carNo: PLATE }, {})];
const ofCar = () => unknown({ targId: foreign.car });
const text = { channels: [8], text: '慢' };
/** Parameter 0x0055. */
const SPEED_LIMIT = { 85: 80 };
/** A comparison with a template of another department, or of vehicles there. */
const ofTemplate = () =>
  unknown(
    { templateId: foreign.paramTemplate },
    { templateId: own.paramTemplate, targIds: [foreign.car] },
    { templateId: own.paramTemplate, deptId: foreign.dept },
  );
const ofRollout = () => unknown({ id: foreign.rollout });
const ofFirmware = () =>
  unknown(
    { firmwareId: foreign.firmware, targIds: [own.car] },
    { firmwareId: own.firmware, targIds: [foreign.car] },
    { firmwareId: own.firmware, targIds: [own.car, foreign.car] },
  );

const ofAlarm = (more: object = {}) => unknown({ alarmGids: [foreign.alarm], ...more });
const ofChannel = (more: object = {}) => unknown({ targId: foreign.car, channel: 1, ...more });
const ofFile = (more: object = {}) => unknown({ fileId: foreign.videoFile, ...more });
const ofTask = (more: object = {}) => unknown({ seqId: foreign.videoTask, ...more });
const layout = (targIds: readonly string[], more: object = {}) => ({
  name: '好',
  layout: 4,
  tiles: targIds.map((targId) => ({ targId, channel: 1 })),
  ...more,
});

const today = () => new Date().toISOString().slice(0, 10);
const buildStop = (carId: string) => ({ carId, reason: 1, validFrom: today(), validTo: today(), remark: '' });

const ASKS: Readonly<Record<string, () => Ask[]>> = {
  nextAreaNo: () => unknown({ deptId: foreign.dept }),
  bindAreaCar: () => [
    ...unknown(
      { ...bindings, id: foreign.area, addCars: [own.car] },
      { ...bindings, id: own.area, addCars: [foreign.car] },
      { ...bindings, id: own.area, addCars: [own.car, foreign.car] },
      { ...bindings, id: own.area, addDepts: [foreign.dept] },
      { ...bindings, id: own.area, removeDepts: [foreign.dept] },
    ),
    // it stays as it was: see the end
    ...nothing({ ...bindings, id: own.area, removeCars: [foreign.car] }),
  ],
  listAreaCar: () => [...unknown({ id: foreign.area }), ...nothing({ id: own.area })],
  listSent: () => [...unknown({ id: foreign.area }), ...nothing({ id: own.area }, { id: own.area, mayHold: true })],
  sendArea: () => [
    ...unknown(
      { id: foreign.area, targIds: [own.car] },
      { id: own.area, targIds: [foreign.car], queueOffline: true },
      { id: own.area, targIds: [own.car, foreign.car], queueOffline: true },
    ),
    // it concerns no vehicle of theirs
    [{ id: own.area, queueOffline: true }, 'refused'],
  ],
  eraseArea: () => [
    ...unknown(
      { id: foreign.area, targIds: [own.car], queueOffline: true },
      { id: own.area, targIds: [foreign.car], queueOffline: true },
    ),
    ...nothing({ id: own.area, queueOffline: true }),
  ],
  addShapes: () => {
    const { geo } = SAMPLES['area']!(3, '', { vehicleId: '', roleId: '' });
    return unknown({ deptId: foreign.dept, useFor: 1, areas: [{ areaName: '新', color: '1F5FD6', geo }] });
  },
  sendCommand: () =>
    unknown(
      { cmdCode: '8300', params: text, queueOffline: true, targIds: [foreign.car] },
      { cmdCode: '8300', params: text, queueOffline: true, targIds: [own.car, foreign.car] },
    ),
  listCommand: () => nothing({ seqIds: [foreign.command] }, { targId: foreign.car }, {}),
  cancelCommand: () => unknown({ seqIds: [foreign.command] }),
  listRecorderRecord: () => unknown({ seqId: foreign.command }),
  saveRecorderData: () => unknown({ seqId: foreign.command }),
  resendCommand: () => unknown({ seqIds: [foreign.command], queueOffline: true }),
  checkBatch: () =>
    unknown({ cmdCode: '8300', targIds: [own.car, foreign.car] }, { cmdCode: '8300', deptIds: [own.dept, foreign.dept] }),
  startBatch: () =>
    unknown(
      { name: '好', cmdCode: '8300', params: text, targIds: [own.car, foreign.car] },
      { name: '好', cmdCode: '8300', params: text, deptIds: [foreign.dept] },
    ),
  listBatch: () => nothing({}, { toDecide: true }),
  listBatchVehicle: () => unknown({ batchId: foreign.batch }),
  controlBatch: () => unknown({ batchId: foreign.batch, action: 'pause' }),
  retryBatch: () => unknown({ batchId: foreign.batch }),
  decideBatch: () => unknown({ batchId: foreign.batch, approve: true }),
  exportBatch: () => unknown({ batchId: foreign.batch }),
  'commands.delTemplate': () => unknown({ ids: [foreign.template] }),
  getCarInfo: ofCar,
  getOwnerInfo: ofCar,
  updateOffLineMsg: () => unknown({ carId: foreign.car, seen: null, reason: 1, remark: '' }),
  addOfflineVisit: () => unknown({ carId: foreign.car, seen: null, way: 1, result: 1, text: '好' }),
  targOfflineVisitList: () => unknown({ carId: foreign.car }),
  fileOfflineStop: () => unknown({ ...buildStop(foreign.car), seen: null }),
  endOfflineStop: () => unknown({ noteId: foreign.stop, version: 1, validTo: '2026-01-01' }),
  addSpotCheck: () => unknown({ carId: foreign.car, kind: 1, result: 1 }),
  queryTirePressure: () => unknown({ carId: foreign.car }),
  replyPlatCheck: () => unknown({ rspSeqId: foreign.check, data: '在' }),
  qryWarnSuperviseReq: () => nothing({ carNo: PLATE }, {}),
  sendWarnSuperviseRsp: () =>
    unknown({ carNo: PLATE, newCommandId: '0x9401', result: 2, superviseId: foreign.task, targId: foreign.car }),
  listPlatMessage: () => [...unknown({ id: foreign.superior }), ...nothing({})],
  replyPlatMessage: () => unknown({ id: foreign.said, note: '好' }),
  listLinkLog: ofSuperior,
  listMessageLog: ofSuperior,
  getMessage: () => unknown({ id: foreign.frame }),
  listCheckRecord: () => [...unknown({ id: foreign.superior }), ...nothing({})],
  listSuperviseRecord: () => [...unknown({ id: foreign.superior }), ...nothing({})],
  statMessage: ofSuperior,
  // a foreign vehicle that is bound to their platform is not listed
  listUploadCar: () => [...unknown({ id: foreign.superior }), ...nothing({ id: own.superior })],
  reuploadPosition: () => [
    ...unknown({ id: foreign.superior, ...lastHour() }),
    // sends nothing again: see the end
    ...nothing({ id: own.superior, ...lastHour(), carIds: [foreign.car] }),
  ],
  fileOutage: () => unknown({ id: foreign.superior, ...lastHour(), note: '检修' }),
  confirmDuty: () => unknown({ id: foreign.shift }),
  delFirmware: () => unknown({ id: foreign.firmware }),
  checkRollout: ofFirmware,
  addRollout: ofFirmware,
  listRollout: () => nothing({ id: foreign.rollout }, {}),
  listRolloutCar: ofRollout,
  changeRollout: () => unknown({ id: foreign.rollout, action: 'cancel' }),
  noteRollout: () => unknown({ id: foreign.rollout, note: '好' }),
  getParams: ofCar,
  readParams: () => unknown({ targIds: [foreign.car] }, { targIds: [own.car, foreign.car], queueOffline: true }),
  setParams: () =>
    unknown(
      { targIds: [foreign.car], values: SPEED_LIMIT, queueOffline: true },
      { targIds: [own.car, foreign.car], values: SPEED_LIMIT, queueOffline: true },
    ),
  copyParams: () => unknown({ fromId: foreign.car, targIds: [own.car] }, { fromId: own.car, targIds: [foreign.car] }),
  listParamSet: () => [
    ...unknown({ deptId: foreign.dept }),
    ...nothing({ targIds: [foreign.car] }, { setId: foreign.paramSet }, {}),
  ],
  listParamCar: () => [...unknown({ deptId: foreign.dept }, { templateId: foreign.paramTemplate }), ...nothing({ text: PLATE })],
  compareCars: () => unknown({ targId: foreign.car, otherId: own.car }, { targId: own.car, otherId: foreign.car }),
  exportParams: () => unknown({ targIds: [foreign.car] }, { deptId: foreign.dept }),
  listParamTemplate: () => unknown({ deptId: foreign.dept }),
  saveParamTemplate: () =>
    unknown(
      { name: '好', deptId: foreign.dept, values: SPEED_LIMIT },
      { name: '好', deptId: own.dept, values: SPEED_LIMIT, id: foreign.paramTemplate, version: 1 },
    ),
  delParamTemplate: () => unknown({ ids: [foreign.paramTemplate] }),
  compareTemplate: ofTemplate,
  applyTemplate: ofTemplate,
  exportDeviations: ofTemplate,
  sendMessage: () =>
    unknown(
      { message: '慢', targetIds: [foreign.car] },
      { message: '慢', targetIds: [own.car, foreign.car] },
      { message: '慢', targetIds: [own.car], userId: foreign.user },
    ),
  sendMessageForDept: () =>
    unknown({ message: '慢', targetIds: [foreign.dept] }, { message: '慢', targetIds: [own.dept, foreign.dept] }),
  addTemplate: () => unknown({ content: '慢', name: '慢', userId: foreign.user }),
  getTemplate: () => unknown({ userId: foreign.user }),
  'messages.delTemplate': () => unknown({ ids: [foreign.message] }),
  listMessage: () => nothing({ targId: foreign.car }, { text: '秘密' }, { carNo: PLATE, kinds: ['text', 'event'] }),
  listMenu: () => nothing({ targId: foreign.car }, { carNo: PLATE }),
  listSubscription: () => nothing({ targId: foreign.car }, { carNo: PLATE }),
  getLeftTree: ofDept,
  getLeftTree2: ofDept,
  getTreeByCarNo: () => nothing({ carNo: PLATE }, { carNo: '13900000002' }, { carNo: '马骏' }),
  getCarListByDeptId: ofDept,
  getDeptTree: ofDept,
  countByStatus: () => unknown({ deptId: foreign.dept }),
  locate: () => unknown({ carId: foreign.car }),
  checkedCar: ofCar,
  unCheckedCar: ofCar,
  checkedDept: () => unknown({ deptId: foreign.dept }, { deptId: foreign.dept, own: '1' }),
  unCheckedDept: () => unknown({ deptId: foreign.dept }, { deptId: foreign.dept, own: '1' }),
  getOtherParams: ofCar,
  listTaken: () => unknown({ seqId: foreign.command }),
  listMediaVehicle: ofMedia,
  listMedia: ofMedia,
  delMedia: () => unknown({ ids: [foreign.media] }),
  packMedia: () => unknown({ ids: [foreign.media] }),
  regionSearchTarg2: () => [...unknown({ region: around, deptId: foreign.dept }), ...nothing({ region: around })],
  regionsearch: () => [
    ...unknown({ region: around, ...hour(), deptId: foreign.dept }),
    ...nothing({ region: around, ...hour() }),
  ],
  qrySelectedTarg: () => [...unknown({ deptId: foreign.dept }), ...nothing({ targIds: [foreign.car] })],
  listOnlineLog: () => nothing({ targIds: [foreign.car] }, { carNo: PLATE }, {}),
  exportCarPosition: () => unknown({ deptId: foreign.dept, format: 'csv' }),
  listTrack: () => unknown({ targId: foreign.car, ...hour() }),
  listTrackDay: () => unknown({ targId: foreign.car, month: '2026-11' }),
  listEvidence: () => [
    ...unknown({ deptIds: [foreign.dept] }),
    ...nothing({ targIds: [foreign.car] }, { carNo: PLATE }, { alarmGids: [foreign.alarm] }, { locked: true }),
  ],
  addEvidence: () => ofAlarm(),
  lockEvidence: () => ofAlarm({ locked: false }),
  noteEvidence: () => ofAlarm({ note: '好' }),
  delEvidence: () => ofAlarm(),
  packEvidence: () => ofAlarm(),
  listEvidenceView: () => unknown({ alarmGid: foreign.alarm }),
  holdEvidence: () => unknown({ targId: foreign.car, reason: '好' }, { driverId: foreign.driver, reason: '好' }),
  releaseEvidence: () => unknown({ id: foreign.hold, reason: '好' }),
  listEvidenceHold: () => nothing({ targId: foreign.car }, { driverId: foreign.driver }, {}),
  realtime: () => ofChannel(),
  listChannel: ofCar,
  countChannel: () => unknown({ deptIds: [foreign.dept] }, { targIds: [own.car, foreign.car] }),
  listDeptChannel: () => unknown({ deptId: foreign.dept }),
  listView: ofCar,
  startTalk: ofCar,
  startBroadcast: () => unknown({ targIds: [foreign.car] }, { targIds: [own.car, foreign.car] }),
  controlPtz: () => ofChannel({ action: 'up' }),
  queryAvAttr: ofCar,
  savePreset: () => unknown(layout([foreign.car]), layout([own.car, foreign.car]), layout([own.car], { id: foreign.preset })),
  delPreset: () => unknown({ id: foreign.preset }),
  listSession: ofCar,
  listTraffic: ofCar,
  listTerminalFile: () => ofChannel(lastHour()),
  getTerminalFile: () => unknown({ seqId: foreign.command }),
  replay: () => ofChannel(lastHour()),
  fileUpload: () => ofChannel(lastHour()),
  fileUploadReply: () => ofTask(),
  fileDownload: () => ofTask(),
  controlUpload: () => ofTask({ control: 2 }),
  listUploadTask: () => [...ofCar(), ...nothing({})],
  startRecord: () => ofChannel(),
  stopRecord: () => ofFile(),
  listServerFile: () => unknown({ targId: foreign.car, ...lastHour() }),
  listRecordDay: () => unknown({ targId: foreign.car, ...lastHour() }),
  clipFile: () => ofFile(lastHour()),
  openFile: () => ofFile(),
  downloadFile: () => ofFile(),
  deleteFile: () => ofFile(),
  exportTrack: () => unknown({ targId: foreign.car, ...hour(), format: 'csv' }),
};
/** Files are looked into below. */
const FILES = ['exportShapes'];

const named = TABLES.flatMap((table) =>
  Object.entries<Call>(callTables[table]).flatMap(([name, row]) => {
    const { shape } = row.data as unknown as { shape: Record<string, unknown> };
    if (!Object.keys(shape).some((field) => NAMING.test(field)) || FILES.includes(name)) return [];
    const asks = ASKS[`${table}.${name}`] ?? ASKS[name];
    return [{ name: `${table}.${name}`, row, asks }];
  }),
);

describe.each(named)('$name', ({ name, row, asks }) => {
  it('reveals nothing outside the scope, and changes nothing there', async () => {
    expect(asks, `${name} is not asked`).toBeDefined();
    for (const [data, outcome] of asks!()) {
      const { code, ...reply } = await ask(clerk, row, data);
      const expected = { unknown: '4004', nothing: '0', refused: '4001' }[outcome];
      expect([data, code]).toEqual([data, expected]);
      expect(JSON.stringify(reply)).not.toMatch(new RegExp(`${PLATE}|秘密|华西|马骏|"${foreign.command}"`));
      if (outcome === 'nothing' && reply.data.list) expect([data, reply.data.list]).toEqual([data, []]);
    }
  });

  it('replies to users who see the record', async () => {
    // a call that returns nothing to all users would prove nothing above
    for (const [data, outcome] of asks!()) {
      if (outcome !== 'nothing' || !row.read) continue;
      const { code, data: reply } = await ask(boss, row, data);
      expect([data, code, reply.list.length > 0]).toEqual([data, '0', true]);
    }
  });
});

describe('files', () => {
  const lines = async (url: string) => (await server.http.app.inject(url)).body;
  const positions = async (token: string) => {
    const { taskId } = (await call(token, 'car/exportCarPosition', { targIds: [foreign.car], format: 'csv' })).data;
    const task = async () => (await call(token, 'task/getTask', { id: taskId })).data;
    await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('done');
    return (await task()).result.rows;
  };

  it('of geofences contain those of the scope', async () => {
    const shapes = async (token: string) =>
      lines((await call(token, 'area/exportShapes', { ids: [own.area, foreign.area], format: 'geojson' })).data.url);
    expect(await shapes(clerk)).toContain('区域1');
    expect(await shapes(clerk)).not.toContain('区域2');
    expect(await shapes(boss)).toContain('区域2');
  });

  it('of positions contain the vehicles of the scope', async () => {
    expect([await positions(clerk), await positions(boss)]).toEqual([0, 1]);
  });
});

describe('a socket', () => {
  it('that requests a vehicle or map area outside the scope receives nothing about it', async () => {
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const open = async (token: string) => {
      await call(token, 'car/checkedDept', { deptId: token === boss ? foreign.dept : own.dept }, 'GET');
      const heard: string[] = [];
      const socket = new WebSocket(`ws://127.0.0.1:${port}/gpsmsg/receive/${token.split('.')[0]}`, {
        headers: { authorization: token },
      });
      socket.on('message', (said) => void heard.push(String(said)));
      await once(socket, 'open');
      // the selection is known after the upgrade
      await vi.waitFor(() => {
        socket.send('H#C');
        expect(heard.length).toBeGreaterThan(0);
      }, 20_000);
      const tids = [own.car, foreign.car];
      socket.send(JSON.stringify({ since: 0, view: { tids, bounds: [-180, -90, 180, 90], zoom: 3, n: 7 } }));
      await expect.poll(() => heard.some((said) => JSON.parse(said).view === 7), { timeout: 20_000 }).toBe(true);
      return { socket, heard };
    };
    const [one, other] = [await open(clerk), await open(boss)];
    server.bus.publish('vehicles.updated', [
      live(Number(own.car), { lng: 100 }),
      live(Number(foreign.car), { ...PLACE, lng: 101 }),
    ]);
    /** Every vehicle that was named: its record, its status, or its cell. */
    const named = (heard: string[]) =>
      new Set(
        heard.flatMap((said) => {
          const { data, states = [], cells } = GpsMessage.parse(JSON.parse(said));
          return [...data.map(({ tid }) => tid), ...states.map(([tid]) => tid), ...(cells ?? []).flatMap(([, , , tids]) => tids)];
        }),
      );
    await expect.poll(() => named(other.heard).has(foreign.car), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => one.heard.some((said) => said.includes('"x":100,')), { timeout: 20_000 }).toBe(true);
    expect([...named(one.heard)]).toEqual([own.car]);
    for (const { socket } of [one, other]) socket.terminate();
  });
});

it('records outside the scope are unchanged', async () => {
  expect((await done('area/listCar', { id: own.area })).list).toMatchObject([{ carId: foreign.car }]);
  expect((await done('terminal/listCommand', { seqIds: [foreign.command] })).list).toMatchObject([{ state: 0 }]);
  expect((await done('terminal/listTemplate', {})).list).toMatchObject([{ id: foreign.template }]);
  expect((await done('msg/getTemplate', {})).templates).toMatchObject([{ id: foreign.message }]);
  expect((await done('terminal/listParamTemplate', { deptId: foreign.dept })).list).toMatchObject([{ name: '秘密' }]);
  expect((await done('terminal/listParamSet', {})).list).toHaveLength(1);
  expect((await done('firmware/listRollout', {})).list).toMatchObject([{ id: foreign.rollout, state: 1, note: '秘密' }]);
  expect((await done('firmware/listFirmware', {})).list).toHaveLength(2);
  expect((await done('video/listPreset', {})).list).toMatchObject([{ id: foreign.preset, name: '秘密' }]);
  expect((await done('video/fileUploadReply', { seqId: foreign.videoTask }, 'GET')).state).toBe(2);
  expect(await server.db.query(sql`select id from video_file`)).toEqual([{ id: Number(foreign.videoFile) }]);
  expect(await server.db.query(sql`select from video_view`)).toEqual([]);
  expect(await server.db.query(sql`select locked, note from evidence_record`)).toEqual([{ locked: true, note: '' }]);
  expect(await server.db.query(sql`select from evidence_hold where released_at is null`)).toHaveLength(2);
  expect(await server.db.query(sql`select from superior_resend`)).toEqual([]);
  expect(await server.db.query(sql`select from post_check where reply is not null`)).toEqual([]);
  expect(await server.db.query(sql`select from supervision where result is not null`)).toEqual([]);
  expect(await server.db.query(sql`select from platform_message where note is not null`)).toEqual([]);
  // the batch enters its own in the background
  const commands = await server.db.query(sql`
    select id from command where vehicle_id = ${Number(foreign.car)}
      and id not in (select command_id from command_batch_vehicle where command_id is not null)`);
  expect(commands).toHaveLength(4);
});
