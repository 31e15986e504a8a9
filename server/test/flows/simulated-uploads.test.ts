import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { digitsOfTime, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { splitNals } from '@fleetwarden/protocol/jt1078';
import { findItem } from '@fleetwarden/simulator/alarms';
import { buildAlarmFiles } from '@fleetwarden/simulator/evidence/alarm-files';
import { EVIDENCE_FAULTS, type EvidenceFaultName } from '@fleetwarden/simulator/evidence/upload-faults';
import { findFiledIncident, getStep } from '@fleetwarden/simulator/incidents';
import { createVehicle, type Vehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal, type TerminalOptions } from '@fleetwarden/simulator/terminal';
import { recordedFile } from '@fleetwarden/simulator/video/recording-uploads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { createFolderStore } from '../../src/platform/files/file-store.ts';
import { COMMAND_PASSWORD, createFieldEncryption } from '../../src/platform/resources/field-encryption.ts';
import { addAlarm } from '../support/alarms.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { type Radio, startRadio } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let radio: Radio;

beforeAll(async () => {
  server = await startTestServer({
    terminalAccess: { host: '127.0.0.1', port: 0, badFrames: () => [] },
    ftpLimits: { minFreeBytes: 0 },
    uploadLimits: { sweepMs: 20 },
    evidenceLimits: { sweepMs: 20 },
  });
  const { decrypt } = createFieldEncryption(server.secretKey);
  radio = await startRadio(server, {}, (sealed) => decrypt(sealed, COMMAND_PASSWORD));
  await server.ftpServer.start({ host: '127.0.0.1', port: 0, passive: { first: 0, last: 0 } });
  await server.video.start();
  await server.evidenceServer.start({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

/** NAL units of pictures. */
const PICTURES = new Set([1, 5]);

const MEMBER = {
  plateColour: 2,
  terminalNo: 'S000001',
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: 4,
  homeCity: '武汉',
  drivers: [{ name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' }],
} as const;
const drives: Vehicle = { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up' };

/** A vehicle with a simulated terminal, not started. */
async function simulate(plate: string, department: number, options: Partial<TerminalOptions>) {
  const { id, phone, version } = await radio.vehicle(plate, department);
  const { codes } = forgetfulMemory();
  codes.set(phone, 'secret');
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port: radio.fixture.port, transport: 'tcp' },
    member: { ...MEMBER, phone, version, plate },
    vehicle: drives,
    codes,
    movingS: 60,
    parkedS: 60,
    backoffMs: [10, 50],
    reactionMs: 10,
    ...options,
  });
  return { id, plate, terminal };
}

it('a simulated terminal uploads a recording of the day before over a lost connection, and the file is complete', async () => {
  const department = await server.department('集团');
  await server.account('clerk', department, ['303', '304']);
  const authorization = await server.signIn('clerk');
  const { id, terminal } = await simulate('京F00001', department, { video: { about: 'a cut', cutUploadAt: 50_000 } });
  terminal.start();
  await eventually(() => expect(terminal.state()).toBe('online'));

  const [startTime, endTime] = [Date.parse('2026-03-18T08:00:00+08:00'), Date.parse('2026-03-18T08:05:00+08:00')];
  const wish = { targId: String(id), channel: 2, startTime, endTime, streamType: 1 };
  const { body } = await server.call('POST', 'video/fileUpload', wish, { authorization });
  expect(body.code).toBe('0');
  const { seqId } = body.data;
  const task = async () => (await server.call('GET', 'video/fileUploadReply', { seqId }, { authorization })).body.data;
  await eventually(async () => expect(await task()).toMatchObject({ state: 3, attempts: 1, files: [{ isPlayable: true }] }));

  const file = await server.db.first<{ file_key: string; format: string }>(
    sql`select file_key, format from video_file where task_id = ${Number(seqId)}`,
  );
  // the clip as the camera encoded it becomes mp4, with the same pictures
  expect(file?.format).toBe('mp4');
  const store = createFolderStore(join(server.dataFolder, 'files'));
  const stored = await buffer((await store.read(file!.file_key))!.content);
  const request = { channel: 2, streamType: 1, startTime: digitsOfTime(startTime), endTime: digitsOfTime(endTime) };
  let at = 0;
  for (const nal of splitNals(recordedFile(request as never)).filter(([type]) => PICTURES.has(type! & 0x1f))) {
    at = stored.indexOf(nal, at);
    expect(at).toBeGreaterThan(0);
    at += nal.length;
  }
  expect(stored.length).toBeGreaterThan(50_000);
  terminal.stop();
});

/** What comes of the three files of an alarm. `share`: of their bytes, what is stored; without it they are not compared. */
type Outcome = { readonly state: number; readonly reason: string | null; readonly received: number; readonly share?: number };
const WHOLE: Outcome = { state: 2, reason: null, received: 3, share: 1 };
const OUTCOMES: Readonly<Record<EvidenceFaultName, Outcome>> = {
  good: WHOLE,
  refusing: { state: 1, reason: null, received: 0 },
  silent: { state: 1, reason: null, received: 0 },
  foreign: { state: 1, reason: null, received: 0 },
  cut: WHOLE,
  // the picture is one chunk
  unreachable: { state: 1, reason: 'closed', received: 1 },
  gaps: WHOLE,
  shuffled: WHOLE,
  repeated: WHOLE,
  overlapping: WHOLE,
  tooLong: { ...WHOLE, share: 0.5 },
  tooShort: { state: 1, reason: 'gaps', received: 0 },
  wrongType: WHOLE,
  badName: WHOLE,
};

it('simulated terminals upload the files of an alarm, with every fault', async () => {
  const department = await server.department('主动安全');
  const store = createFolderStore(join(server.dataFolder, 'files'));
  const names = Object.keys(OUTCOMES) as EvidenceFaultName[];
  const running = await Promise.all(
    names.map((name, i) =>
      simulate(`京G${10_000 + i}`, department, { evidence: EVIDENCE_FAULTS[name], movingS: 0.2, parkedS: 0.2 }),
    ),
  );
  for (const { terminal } of running) {
    terminal.alarms.raise({ kind: 'adasFcw', level: 2, files: 3 });
    terminal.start();
  }
  const outcomeOf = (vehicleId: number) =>
    server.db.first<Outcome & { readonly alarm_no: string; readonly time: string; readonly refused: boolean }>(sql`
      select r.state, r.reason, r.alarm_no, encode(substr(r.identification, 8, 6), 'hex') as time, coalesce(c.state = 3, false) as refused,
        (select count(*)::integer from evidence_file f where f.request_id = r.id and f.received_at is not null) as received
      from evidence_request r left join command c on c.id = r.command_id where r.vehicle_id = ${vehicleId}`);
  for (const [i, name] of names.entries()) {
    const { id, plate } = running[i]!;
    const { share, ...outcome } = OUTCOMES[name];
    await eventually(async () =>
      expect({ name, ...(await outcomeOf(id)) }).toMatchObject({ name, ...outcome, refused: name === 'refusing' }),
    );
    if (share === undefined) continue;
    const { alarm_no, time } = (await outcomeOf(id))!;
    const alarm = { ...findItem('adasFcw'), key: 'adasFcw' as const, at: timeOfDigits(time)! };
    const member = { ...MEMBER, phone: '', version: 2013, plate } as const;
    const sent = buildAlarmFiles(alarm, { count: 3, alarmNo: alarm_no }, { member, vehicle: drives });
    const stored = await server.db.query<{ kind: number; extension: string; file_key: string }>(sql`
      select f.kind, f.extension, f.file_key from evidence_file f join evidence_request r on r.id = f.request_id
      where r.vehicle_id = ${id} order by f.id`);
    const types = [
      [0, 'png'],
      [2, 'mp4'],
      [name === 'wrongType' ? 1 : 4, 'bin'],
    ];
    expect([name, ...stored.map(({ kind, extension }) => [kind, extension])]).toEqual([name, ...types]);
    for (const [n, { file_key }] of stored.entries()) {
      const content = await buffer((await store.read(file_key))!.content);
      expect(content.equals(Buffer.from(sent[n]!.data.subarray(0, sent[n]!.data.length * share)))).toBe(true);
    }
  }
  for (const { terminal } of running) terminal.stop();
});

it('a simulated terminal has the files of alarms that it uploaded late', async () => {
  const department = await server.department('补传');
  const { id, terminal } = await simulate('京G20001', department, { incidents: true });
  terminal.start();
  await eventually(() => expect(terminal.state()).toBe('online'));
  let identification = { terminalId: 'S000001', time: '', serial: 0, attachments: 2 };
  let at = Date.now() - 2 * DAY_MS;
  for (let found: object | undefined; !found; at -= 30_000) {
    identification = { ...identification, time: digitsOfTime(at), serial: getStep(at) & 0xff };
    found = findFiledIncident(MEMBER.seed, identification);
  }
  const gid = await addAlarm(server.db, { vehicleId: id, typeId: 77, level: 2, kmh: 60, startAt: at, info: { identification } });
  const files = () =>
    server.db.first<{ state: number; files: number }>(sql`
      select r.state, (select count(*)::integer from evidence_file f where f.request_id = r.id and f.received_at is not null) as files
      from evidence_request r where r.alarm_gid = ${gid}`);
  await server.evidence.catchUp(at + 1_000);
  expect(await files()).toBeUndefined();
  await server.evidence.catchUp(at - 1_000);
  await eventually(async () => expect(await files()).toEqual({ state: 2, files: 2 }));
  terminal.stop();
});
