import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('nothing was thrown'),
    (error) => error,
  );
const coded = (code: string): Error => Object.assign(new Error('as the server says'), { code });

it.each(['08006', '08P01', '57P01', '57P02', '57P03', '53300'])(
  'recognizes %s as a server that is temporarily unavailable',
  (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('outside', { cause: coded(code) }))).toBe(true);
  },
);

it.each(['42P01', '23505', '40P01', '57014', 'ENOSPC'])('does not recognize %s as unavailability', (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(false);
});

it('recognizes a missing server, but not a missing file', async () => {
  const db = openDatabase({ connection: { host: join(tmpdir(), 'no-such-folder'), user: 'nobody', database: 'nothing' } });
  expect(isDatabaseUnavailable(await thrown(db.query('select')))).toBe(true);
  await db.close();
  const refused = new Promise((_, fail) => connect(1, '127.0.0.1').on('error', fail));
  expect(isDatabaseUnavailable(await thrown(refused))).toBe(true);
  expect(isDatabaseUnavailable(await thrown(readFile(join(tmpdir(), 'no-such-file'))))).toBe(false);
});

it('recognizes the messages of the driver itself', () => {
  for (const said of ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])
    expect(isDatabaseUnavailable(new Error(said)), said).toBe(true);
  for (const none of [new Error('no such report'), 'Connection terminated', null, undefined])
    expect(isDatabaseUnavailable(none)).toBe(false);
});
