import { encodeMessage, Framer, readHeader } from '@fleetwarden/protocol/jt808';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, type Reply, wholeSecond } from '../../test/support/gateway/terminal.ts';

const PHONE = '13400000001';
const ROUNDS = 400;
const MUTANTS = 12;

const IDS = [0x0002, 0x0200, 0x0704, 0x0100, 0x0104, 0x0900, 0x0201, 0x1205];

/** Whether it is no good frame of another message: an unregistration, say, which refuses what follows. */
function keepsMessage(bytes: Uint8Array): boolean {
  let kept = true;
  // the next frame may bring the end flag
  new Framer().push(
    Uint8Array.of(...bytes, 0x7e),
    (frame) => (kept &&= IDS.includes(readHeader(frame).id)),
    () => undefined,
  );
  return kept;
}

/** A frame with bytes changed, cut, doubled or put in. */
const mutant = fc
  .tuple(
    fc.constantFrom(...IDS),
    fc.uint8Array({ maxLength: 80 }),
    fc.integer({ min: 0, max: 4 }),
    fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([id, body, cut, changes, split]) => {
    const maxBody = split ? 20 : 1023;
    const bytes = encodeMessage({ id, body, version: 2013, phone: PHONE, serial: 60_000, maxBody })[0]!.slice();
    for (const [at, value] of changes) bytes[at % bytes.length] = value;
    return bytes.subarray(0, bytes.length - cut);
  })
  .filter(keepsMessage);

it('mutated frames crash nothing, and no valid frame between them is lost', async () => {
  const { db } = await testDatabase();
  const vehicleId = await archive(db, PHONE, { authCode: 'secret' });
  const fixture = await startGatewayFixture(db);
  onTestFinished(fixture.stop);
  const terminal = await connectTerminal(fixture.port, { phone: PHONE });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  const start = wholeSecond() - 100_000_000;
  const rounds = fc.sample(fc.array(mutant, { minLength: MUTANTS, maxLength: MUTANTS }), ROUNDS);
  for (const [i, mutants] of rounds.entries()) {
    for (const bytes of mutants) terminal.raw(bytes);
    terminal.raw(
      encodeMessage({ id: 0x0200, body: locationBody(start + i * 1000), version: 2013, phone: PHONE, serial: i + 1000 })[0]!,
    );
  }
  // a mutated frame may bear the serial of a good one, and is answered too
  const isAccepted = (reply: Reply, serial: number) =>
    reply.type === 'platformAck' && reply.body.serial === serial && reply.body.result === 0;
  for (let i = 0; i < ROUNDS; i++) await terminal.reply((reply) => isAccepted(reply, i + 1000));
  const stored = await db.first<{ n: number }>(
    `select count(*) as n from position where vehicle_id = $1 and gnss_at between $2 and $3`,
    [vehicleId, new Date(start), new Date(start + ROUNDS * 1000)],
  );
  expect(stored!.n).toBeGreaterThanOrEqual(ROUNDS);
  expect(fixture.gateway.badFrames().length).toBeGreaterThan(100);
  terminal.end();
});
