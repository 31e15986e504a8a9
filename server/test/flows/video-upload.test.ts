import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { digitsOfTime } from '@fleetwarden/protocol/jt808';
import { MODES } from '@fleetwarden/simulator/modes';
import { createVehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal } from '@fleetwarden/simulator/terminal';
import { recordedFile } from '@fleetwarden/simulator/video/recording-uploads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { createFolderStore } from '../../src/platform/files/file-store.ts';
import { COMMAND_PASSWORD, createFieldEncryption } from '../../src/platform/resources/field-encryption.ts';
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
  });
  const { decrypt } = createFieldEncryption(server.secretKey);
  radio = await startRadio(server, {}, (sealed) => decrypt(sealed, COMMAND_PASSWORD));
  await server.ftpServer.start({ host: '127.0.0.1', port: 0, passive: { first: 0, last: 0 } });
  await server.video.start();
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

it('a simulated terminal uploads yesterday, loses the connection in the middle, and the file is whole', async () => {
  const department = await server.department('集团');
  await server.account('clerk', department, ['303', '304']);
  const authorization = await server.signIn('clerk');
  const { id, phone, version } = await radio.vehicle('京F00001', department);
  const { codes } = forgetfulMemory();
  codes.set(phone, 'secret');
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port: radio.fixture.port, transport: 'tcp' },
    member: {
      phone,
      version,
      plate: '京F00001',
      plateColour: 2,
      terminalNo: 'S000001',
      maker: 'FWSIM',
      model: 'FW-T1',
      kind: 'taxi',
      seed: 4,
      homeCity: '武汉',
      drivers: [{ name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' }],
    },
    vehicle: { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up' },
    codes,
    mode: MODES.good,
    movingS: 60,
    parkedS: 60,
    backoffMs: [10, 50],
    reactionMs: 10,
    video: { about: 'a cut', cutUploadAt: 50_000 },
  });
  terminal.start();
  await eventually(() => expect(terminal.state()).toBe('online'));

  const [startTime, endTime] = [Date.parse('2026-03-18T08:00:00+08:00'), Date.parse('2026-03-18T08:05:00+08:00')];
  const wish = { targId: String(id), channel: 2, startTime, endTime, streamType: 1 };
  const { body } = await server.call('POST', 'video/fileUpload', wish, { authorization });
  expect(body.code).toBe('0');
  const { seqId } = body.data;
  const task = async () => (await server.call('GET', 'video/fileUploadReply', { seqId }, { authorization })).body.data;
  await eventually(async () => expect(await task()).toMatchObject({ state: 3, attempts: 1, files: [{ isPlayable: false }] }));

  const file = await server.db.first<{ file_key: string; format: string }>(
    sql`select file_key, format from video_file where task_id = ${Number(seqId)}`,
  );
  expect(file?.format).toBe('h264');
  const store = createFolderStore(join(server.dataFolder, 'files'));
  const stored = await buffer((await store.read(file!.file_key))!.content);
  const request = { channel: 2, streamType: 1, startTime: digitsOfTime(startTime), endTime: digitsOfTime(endTime) };
  expect(stored.equals(recordedFile(request as never))).toBe(true);
  expect(stored.length).toBeGreaterThan(50_000);
  terminal.stop();
});
