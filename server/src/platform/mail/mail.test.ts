import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { TEST_CERTIFICATE } from '../../../test/support/mail/certificate.ts';
import { parseHeaders, startMailbox, type TestMailbox } from '../../../test/support/mail/mail-server.ts';
import { at, type Db, sql } from '../db/database.ts';
import { createSignedFiles, type SignedFiles, signedFilesKey } from '../files/signed-files.ts';
import { createJobs, type Jobs } from '../jobs/runner.ts';
import { MAIL_GIVEN_UP_MS, MAIL_KEPT_MS, MAIL_TRIES } from './limits.ts';
import { createMail, type Mail, type NewEmail } from './mail.ts';
import { createSmtp, type SendEmail } from './smtp.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const FROM = 'fleet@example.com';
const PASSWORD = 'hunter2-secret';

let db: Db;
let folder: string;
let files: SignedFiles;
let logged: string[];
const nodes = new Set<Jobs>();
const mailboxes = new Set<TestMailbox>();

beforeAll(async () => {
  ({ db } = await testDatabase());
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
  files = createSignedFiles({ folder, key: signedFilesKey('a key of thirty-two characters!!'), lifeMs: 60_000 });
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await Promise.all([...nodes].map((node) => node.stop()));
  await Promise.all([...mailboxes].map((mailbox) => mailbox.stop()));
  nodes.clear();
  mailboxes.clear();
  await db.run('delete from mail');
  await db.run('delete from job');
});

async function mailbox(options: Parameters<typeof startMailbox>[0] = {}): Promise<TestMailbox> {
  const made = await startMailbox(options);
  mailboxes.add(made);
  return made;
}
const smtp = (port: number, more: Partial<Parameters<typeof createSmtp>[0]['server']> = {}, tls = {}) =>
  createSmtp({ server: { host: '127.0.0.1', port, secure: false, ...more }, from: FROM, tls });
/** A node that sends. */
function node(send: SendEmail | undefined): Mail {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const jobs = createJobs({ db, log, timeZone: 'Asia/Shanghai', pollMs: 20, drainMs: 200 });
  const mail = createMail({ db, jobs, server: async () => send && { send, from: FROM }, files });
  jobs.start();
  nodes.add(jobs);
  return mail;
}
const email = (more: Partial<NewEmail> = {}): NewEmail => ({
  receiver: 'a@example.org',
  subject: '日报 2026-03-17',
  content: '共 12 行。',
  ...more,
});
const queue = (mail: Mail, ...emails: NewEmail[]) => db.transaction((tx) => mail.queue(tx, emails));
const states = async (mail: Mail, ids: readonly number[]) => (await mail.states(ids)).map(({ state }) => state);
/** Has what waits for its next try be tried now. */
const hurry = () => db.run(sql`update job set run_at = now() where state = 'queued'`);

describe('an email', () => {
  it('is sent separately to each address, with its sender, subject and text', async () => {
    const box = await mailbox();
    const mail = node(smtp(box.port));
    expect(await mail.ready()).toBe(true);
    const ids = await queue(mail, email(), email({ receiver: 'b@example.org' }));
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['sent', 'sent']);
    expect(box.letters.map(({ from, to }) => [from, to]).sort()).toEqual([
      [FROM, ['a@example.org']],
      [FROM, ['b@example.org']],
    ]);
    const { subject, 'auto-submitted': automatic, to, 'message-id': id } = parseHeaders(box.letters[0]!);
    expect(subject).toBe(`=?UTF-8?B?${Buffer.from('日报 2026-03-17').toString('base64')}?=`);
    expect(automatic).toBe('auto-generated');
    expect(to).toMatch(/^[ab]@example\.org$/);
    expect(id).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
    expect(box.letters[0]!.raw).toContain(Buffer.from('共 12 行。').toString('base64'));
  });

  it('has an attached file', async () => {
    const box = await mailbox();
    const mail = node(smtp(box.port));
    const bytes = Buffer.from('PK\u0003\u0004 some bytes of a workbook');
    const { id } = await files.create('x', async (stream) => void stream.write(bytes));
    const ids = await queue(mail, email({ file: { id, name: '日报.xlsx' } }));
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['sent']);
    expect(box.letters[0]!.raw).toContain(bytes.toString('base64'));
    expect(box.letters[0]!.raw).toMatch(/Content-Disposition: attachment/);
  });

  it('fails with a reason if its file no longer exists, and is not sent', async () => {
    const box = await mailbox();
    const mail = node(smtp(box.port));
    const ids = await queue(mail, email({ file: { id: '0'.repeat(32), name: 'x.xlsx' } }));
    await expect.poll(() => mail.states(ids), WAIT).toMatchObject([{ state: 'failed', error: 'the file is no longer kept' }]);
    expect(box.letters).toEqual([]);
  });

  it('has only our headers, with any subject and file name', async () => {
    const box = await mailbox();
    const mail = node(smtp(box.port));
    const { id } = await files.create('x', async (stream) => void stream.write('x'));
    const evil = 'Report\r\nBcc: thief@example.org\r\n\r\n<b>text</b>\u2028X-Mine: 1';
    const ids = await queue(mail, email({ subject: evil, file: { id, name: `${evil}.xlsx` } }));
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['sent']);
    const [sent] = box.letters;
    expect(sent!.to).toEqual(['a@example.org']);
    const headers = parseHeaders(sent!);
    expect(Object.keys(headers).sort()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    );
    expect(headers['subject']).toBe('Report Bcc: thief@example.org <b>text</b> X-Mine: 1');
    expect(sent!.raw).not.toMatch(/^Bcc:/m);
  });

  it.each(['', 'nobody', 'a@b', 'a@example.org\r\nBcc: b@example.org', 'a@example.org, b@example.org', '<a@example.org>'])(
    'to %j is refused before it is queued',
    async (receiver) => {
      const mail = node(async () => undefined);
      await expect(queue(mail, email({ receiver }))).rejects.toThrow(RangeError);
      expect(await db.query('select id from mail')).toEqual([]);
    },
  );

  it('is not sent if its transaction fails', async () => {
    const box = await mailbox();
    const mail = node(smtp(box.port));
    await expect(
      db.transaction(async (tx) => {
        await mail.queue(tx, [email()]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const ids = await queue(mail, email({ receiver: 'b@example.org' }));
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['sent']);
    expect(box.letters.map(({ to }) => to)).toEqual([['b@example.org']]);
  });

  it('is not queued if no mail server is configured', async () => {
    const mail = node(undefined);
    expect(await mail.ready()).toBe(false);
    await expect(queue(mail, email())).rejects.toThrow('no mail server');
  });
});

describe('a mail server that does not accept an email', () => {
  it('because of a permanent error gets no retry', async () => {
    const box = await mailbox({ refuse: (to) => (to.startsWith('b') ? { code: 550, text: 'no such user' } : undefined) });
    const mail = node(smtp(box.port));
    const ids = await queue(mail, email({ receiver: 'b@example.org' }), email());
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['failed', 'sent']);
    expect((await mail.states(ids))[0]!.error).toContain('no such user');
    expect(await db.query(sql`select state from job where kind = 'mail.send' order by id`)).toEqual([
      { state: 'done' },
      { state: 'done' },
    ]);
  });

  it('because of a temporary error gets a retry from any node, and receives the email once', async () => {
    let busy = true;
    const box = await mailbox({ refuse: () => (busy ? { code: 451, text: 'try later' } : undefined) });
    const first = node(smtp(box.port));
    const ids = await queue(first, email());
    await expect.poll(async () => (await first.states(ids))[0]!.error, WAIT).toContain('try later');
    await Promise.all([...nodes].map((each) => each.stop()));
    nodes.clear();
    busy = false;
    const [second] = [node(smtp(box.port)), node(smtp(box.port))];
    expect(await states(second!, ids)).toEqual(['queued']);
    await hurry();
    await expect.poll(() => states(second!, ids), WAIT).toEqual(['sent']);
    expect(box.letters).toHaveLength(1);
  });

  it('because it is unreachable gets a limited number of tries', async () => {
    const mail = node(smtp(1));
    const ids = await queue(mail, email());
    await expect
      .poll(async () => {
        await hurry();
        return states(mail, ids);
      }, WAIT)
      .toEqual(['failed']);
    const [row] = await db.query<{ tries: number; error: string }>('select tries, error from mail');
    expect(row!.tries).toBe(MAIL_TRIES);
    expect(row!.error).toMatch(/ECONNREFUSED/);
  });

  it('because of a shutdown gets the email again later, with the same message ID', async () => {
    const names: string[] = [];
    let hold = true;
    const send: SendEmail = async ({ messageId }, signal) => {
      names.push(messageId);
      if (hold) await new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
    };
    const first = node(send);
    const ids = await queue(first, email());
    await expect.poll(() => names.length, WAIT).toBe(1);
    await Promise.all([...nodes].map((each) => each.stop()));
    nodes.clear();
    hold = false;
    const second = node(send);
    await hurry();
    await expect.poll(() => states(second, ids), WAIT).toEqual(['sent']);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(names[1]);
  });
});

describe('a password', () => {
  const user = { name: 'fleet', password: PASSWORD };
  const signedIn = {
    onAuth: (
      auth: { username?: string | undefined; password?: string | null | undefined },
      _: unknown,
      done: (error: Error | null, who?: object) => void,
    ) =>
      auth.username === user.name && auth.password === user.password
        ? done(null, { user: 1 })
        : done(new Error(`535 not with ${auth.password}`)),
  };

  it('is used to log in to the mail server, and never appears in logs or tables', async () => {
    const box = await mailbox({ ...signedIn, authOptional: false, allowInsecureAuth: true });
    const mail = node(smtp(box.port, { user }));
    const ids = await queue(mail, email());
    await expect.poll(() => states(mail, ids), WAIT).toEqual(['sent']);
    const wrong = node(smtp(box.port, { user: { name: 'other', password: PASSWORD } }));
    await Promise.all([[...nodes][0]!.stop()]);
    const refused = await queue(wrong, email());
    await expect.poll(async () => (await wrong.states(refused))[0]!.error, WAIT).toContain('not with ***');
    const told = JSON.stringify([logged, await db.query('select * from mail'), await db.query('select * from job')]);
    expect(told).not.toContain(PASSWORD);
    expect(told).not.toContain(Buffer.from(PASSWORD).toString('base64'));
  });

  it('is not sent unencrypted to another machine', async () => {
    const seen: string[] = [];
    const box = await mailbox({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, done) => {
        seen.push(String(auth.password));
        done(null, { user: 1 });
      },
    });
    // the same server by a name that is not known to be this machine's
    const send = smtp(box.port, { user, host: '0.0.0.0' });
    await expect(send({ messageId: 'x@y', to: 'a@example.org', subject: 's', text: 't' })).rejects.toThrow(/STARTTLS/i);
    expect(seen).toEqual([]);
  });
});

describe('TLS', () => {
  const one = { messageId: 'x@y', to: 'a@example.org', subject: 's', text: 't' };
  const trusted = { ca: TEST_CERTIFICATE };

  it('is used from the first byte if configured', async () => {
    const box = await mailbox({ secure: true });
    await smtp(box.port, { secure: true }, trusted)(one);
    expect(box.letters).toMatchObject([{ to: ['a@example.org'], secure: true }]);
  });

  it('starts as soon as the server offers it', async () => {
    const box = await mailbox({ hideSTARTTLS: false });
    await smtp(box.port, {}, trusted)(one);
    expect(box.letters).toMatchObject([{ to: ['a@example.org'], secure: true }]);
  });

  it.each([{ secure: true }, { secure: false, hideSTARTTLS: false }])(
    'is refused with an untrusted certificate, %j',
    async (options) => {
      const box = await mailbox(options);
      await expect(smtp(box.port, { secure: options.secure })(one)).rejects.toThrow(/self.signed|certificate/i);
      expect(box.letters).toEqual([]);
    },
  );
});

it('expired emails are deleted, and emails whose job no longer exists fail', async () => {
  const mail = node(undefined);
  const now = Date.now();
  const add = async (ago: number) =>
    (await db.first<{ id: number }>(sql`
      insert into mail (receiver, subject, content, created_at) values ('a@example.org', '', '', ${at(now - ago)}) returning id`))!
      .id;
  const ids = [await add(0), await add(MAIL_GIVEN_UP_MS + 1), await add(MAIL_KEPT_MS + 1)];
  expect(await mail.cleanup(now)).toBe(1);
  expect(await mail.states(ids)).toMatchObject([
    { id: ids[0], state: 'queued' },
    { id: ids[1], state: 'failed', error: 'given up' },
  ]);
});
