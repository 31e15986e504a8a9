import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { archive, eventually, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal } from '../../../test/support/gateway/terminal.ts';
import { json, sql } from '../../platform/db/database.ts';

const LIMIT_MS = 20_000;
const [BRIGHTNESS, CONTRAST, CHROMA] = [127, 64, 127];
const PHOTO = {
  channel: 1,
  command: 1,
  interval: 0,
  save: 0,
  resolution: 1,
  quality: 5,
  brightness: BRIGHTNESS,
  contrast: CONTRAST,
  saturation: CONTRAST,
  chroma: CHROMA,
};

it('a kill -9 between a command and its answer loses none: a text is resent, a photo is not repeated', async () => {
  const { db } = await testDatabase();
  const at = await db.first<{ host: string; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
  );
  const phone = '13500001111';
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  const enter = async (message: number, params: object, resends: number, answer: number | null) =>
    (await db.first<{ id: number }>(sql`
      insert into command (vehicle_id, cmd_code, message_id, params, answer_id, resends, limit_ms, created_at, expire_at)
      values (${vehicleId}, ${message.toString(16)}, ${message}, ${json(params)}, ${answer}, ${resends}, ${LIMIT_MS}, now(),
              now() + interval '1 day') returning id`))!.id;
  const text = await enter(0x8300, { channels: [8], text: '请减速' }, 2, null);
  const photo = await enter(0x8801, PHOTO, 0, 0x0805);
  const states = async () =>
    (await db.query<{ state: number; sends: number }>(
      sql`select state, sends from command where id = any(${[text, photo]}) order by id`,
    )) ?? [];

  const child = fork(join(import.meta.dirname, '../../../test/support/gateway/gateway-server.ts'), [
    at!.host,
    at!.user,
    at!.database,
  ]);
  const [port] = (await once(child, 'message')) as [number];
  const before = await connectTerminal(port, { phone });
  expect(await before.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  await before.reply(({ type }) => type === 'sendText');
  await before.reply(({ type }) => type === 'takePhoto');
  child.kill('SIGKILL');
  await before.closed;
  expect(await states()).toEqual([
    { state: 1, sends: 1 },
    { state: 1, sends: 1 },
  ]);

  // a minute later: long past the limit of what was sent
  const fixture = await startGatewayFixture(db, {
    now: () => Date.now() + MINUTE_MS,
    limits: { commandExpiryMs: 0, sweepEveryMs: 10 },
  });
  const after = await connectTerminal(fixture.port, { phone });
  expect(await after.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  const { serial } = await after.reply(({ type }) => type === 'sendText');
  after.send({ type: 'terminalAck', body: { serial, id: 0x8300, result: 0 } });
  await eventually(async () =>
    expect(await states()).toEqual([
      { state: 2, sends: 2 },
      { state: 4, sends: 1 },
    ]),
  );
  expect(after.unread.filter(({ type }) => type === 'takePhoto')).toEqual([]);
  after.end();
  await fixture.stop();
});
