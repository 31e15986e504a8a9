import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { privateTestDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, wholeSecond } from '../../test/support/gateway/terminal.ts';

const AWAY_MS = 2_000;

it('while the database is unavailable terminals stay connected and known ones sign in; locations are acknowledged after recovery', async () => {
  const { db, stopDatabase, startDatabase } = await privateTestDatabase();
  const vehicleId = await archive(db, '13500000001', { authCode: 'secret' });
  await archive(db, '13500000002', { authCode: 'secret' });
  const fixture = await startGatewayFixture(db);
  const terminal = await connectTerminal(fixture.port, { phone: '13500000001' });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  await stopDatabase();
  const at = wholeSecond();
  const asked = Array.from({ length: 50 }, (_, i) => terminal.send({ id: 0x0200, body: locationBody(at - i * 1000) }));
  const late = await connectTerminal(fixture.port, { phone: '13500000002' });
  expect(await late.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  // a stranger gets no answer, and may ask again later
  const stranger = await connectTerminal(fixture.port, { phone: '13500000003' });
  stranger.send({ id: 0x0200, body: locationBody(at) });
  await sleep(AWAY_MS);
  expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
  expect(terminal.unread).toEqual([]);
  expect(stranger.unread).toEqual([]);
  await startDatabase();
  for (const serial of asked) expect(await terminal.result(serial)).toBe(0);
  expect(await db.first('select count(*) as n from position where vehicle_id = $1', [vehicleId])).toEqual({ n: 50 });
  expect(await stranger.ask({ id: 0x0200, body: locationBody(at) })).toBe(1);
  await eventually(async () =>
    expect(await db.first('select count(*) as n from online_session where logout_at is null')).toEqual({ n: 2 }),
  );
  for (const each of [terminal, late, stranger]) each.end();
  await fixture.stop();
  expect(await db.first('select count(*) as n from online_session where logout_at is null')).toEqual({ n: 0 });
});
