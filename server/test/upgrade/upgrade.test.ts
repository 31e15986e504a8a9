import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followAlarms } from '../../src/modules/reports/rollups/alarm-changes.ts';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts';
import {
  DUMP_SEPARATOR,
  type DumpTable,
  dumpDatabase,
  findDumpedTable,
  readDumpTables,
  restoreDump,
} from '../support/db/database-dump.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { ZONE } from '../support/reports/rollups.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { findChange, withoutAddedFields, withoutChangedFields, withSortedRows } from './changed-replies.ts';

/**
 * Upgrades an installation of commit 84704d0f, the last one with migration 0048. It ran as a demo of three vehicles for a week.
 * The fixture holds its database (positions of the last hours only), some of its files, and its answers to calls.
 */
const FIXTURE = join(import.meta.dirname, 'release-0048');
const LAST_MIGRATION = 48;
/** Tables whose rows a later migration declares to change, or that record the upgrade itself. */
const CHANGED_TABLES: ReadonlySet<string> = new Set(['migration', 'driver_due', 'alarm_day_due']);
/** Sums of floats depend on the order of the rows. */
const DIGITS = 12;

type RecordedCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly data: object;
  readonly pageModel: object;
  readonly reply: { readonly data: unknown; readonly pageModel?: unknown };
};
type Facts = {
  /** When the calls were answered, epoch ms. */
  readonly now: number;
  /** Of a session that was open then. */
  readonly token: string;
  readonly account: string;
  readonly password: string;
  /** The name of an uploaded photo's file. */
  readonly media: string;
  readonly document: { readonly id: string; readonly file: string };
};

const readText = (file: string): string => gunzipSync(readFileSync(join(FIXTURE, file))).toString();
const facts: Facts = JSON.parse(readFileSync(join(FIXTURE, 'facts.json'), 'utf8'));
const recorded: RecordedCall[] = JSON.parse(readText('replies.json.gz'));
const dump = readText('database.sql.gz').split(DUMP_SEPARATOR);
const dumpedTables = new Set(dump.map(findDumpedTable));
const SEQUENCE = /^select setval\('(\w+)_id_seq'/;
const withoutChanged = (statements: readonly string[]) =>
  statements.filter((statement) => !CHANGED_TABLES.has(findDumpedTable(statement) ?? SEQUENCE.exec(statement)?.[1] ?? ''));
const round = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(DIGITS)) : each,
  );

let server: TestServer;
let frozen: Db;
let restored: string[];
let ran: string[];
let upgraded: string[];
beforeAll(async () => {
  const { db, url } = await testDatabase();
  await db.run('drop schema public cascade; create schema public');
  await migrate(
    db,
    readMigrations().filter(({ number }) => number <= LAST_MIGRATION),
  );
  await restoreDump(db, dump);
  const tables: DumpTable[] = await readDumpTables(db);
  restored = await dumpDatabase(db, tables);
  ran = await migrate(db);
  upgraded = await dumpDatabase(db, tables);
  // the job of each minute fills new figures of past days
  await followAlarms({ db, timeZone: ZONE, now: () => facts.now }, new AbortController().signal);
  await stopClock(db);
  // new connections, on which the clock of the database stands still
  frozen = openDatabase({ connection: { url } });
  server = await startTestServer({ database: { db: frozen, url } });
  server.clock.now = facts.now;
  cpSync(join(FIXTURE, 'files'), server.dataFolder, { recursive: true });
});
afterAll(async () => {
  await server?.stop();
  await frozen?.close();
});

/** Answers hold ages and states at a time: now() of later connections is the time of the recorded answers. */
const stopClock = (db: Db) =>
  db.run(`
    create function public.now() returns timestamptz language sql stable return to_timestamp(${facts.now} / 1000.0);
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);

const headers = (token: string) => ({ authorization: token, cookie: 'language=zh' });
const findReply = (path: string) => recorded.find((call) => call.path === path)!;

describe('the fixture', () => {
  it('contains data of each type that installations store', () => {
    const kinds = ['department', 'account', 'account_role', 'role', 'session', 'setting', 'login_log', 'audit_log'];
    const fleet = ['vehicle', 'terminal', 'driver', 'vehicle_latest', 'trip', 'stop', 'vehicle_day', 'online_session', 'command'];
    const alarms = ['alarm', 'alarm_case', 'alarm_case_event', 'warn_scheme', 'warn_scheme_target', 'area', 'area_visit'];
    const office = ['report_schedule', 'company_document', 'ledger', 'ledger_entry', 'media', 'task', 'notice', 'waybill'];
    const links = ['superior_platform', 'superior_vehicle', 'link_log', 'link_traffic', 'post_check', 'supervision'];
    expect([...kinds, ...fleet, ...alarms, ...office, ...links].filter((table) => !dumpedTables.has(table))).toEqual([]);
    expect([...dumpedTables].filter((table) => table?.startsWith('position_2'))).not.toEqual([]);
  });
});

describe('the migrations after the release', () => {
  it('start from exactly the data of the installation', () => {
    expect(restored).toEqual(dump);
  });

  it('all run', () => {
    const later = readMigrations().filter(({ number }) => number > LAST_MIGRATION);
    expect(ran).toEqual(later.map(({ file }) => file));
    expect(ran).not.toEqual([]);
  });

  it('leave every row and sequence unchanged, except those that they declare to change', () => {
    expect(withoutChanged(upgraded)).toEqual(withoutChanged(dump));
  });
});

describe('the current version', () => {
  it.each(recorded.map((call) => [call.path, JSON.stringify(call.data), call] as const))(
    'answers %s %s like the release',
    async (_path, _data, { method, path, data, pageModel, reply }) => {
      const { body } =
        method === 'GET'
          ? await server.call('GET', path, data, headers(facts.token))
          : await server.post(path, { data, pageModel }, headers(facts.token));
      const change = findChange(path, data);
      if (change === 'refused') return expect(body.code).toMatch(/^4\d{3}$/);
      expect(body).toMatchObject({ code: '0' });
      if (change === 'figures') return;
      const answered = withoutAddedFields(path, data, { data: body.data, pageModel: body.pageModel });
      const rows = (value: unknown) => withoutChangedFields(path, change === 'order' ? withSortedRows(value) : value);
      expect(rows(round(answered))).toEqual(rows(round(reply)));
    },
  );

  it('is compared with non-empty replies for every type of record', () => {
    const paths = [
      'car/listCar',
      'warnScheme/listWarnHistory',
      'area/listArea',
      'dept/listDept',
      'user/listUser',
      'role/listRole',
    ];
    const more = ['report/listSchedule', 'plat/listSuperior', 'audit/listOperation', 'terminal/listCommand', 'task/listTask'];
    for (const path of [...paths, ...more])
      expect([path, (findReply(path).reply.data as { list: unknown[] }).list]).not.toEqual([path, []]);
    expect(recorded.filter(({ path }) => path === 'report/advanceSearchJson').length).toBeGreaterThan(100);
  });

  it('accepts the old password', async () => {
    const token = await server.login(facts.account, facts.password);
    const { body } = await server.post('car/listCar', { data: {}, pageModel: { page: 1, limit: 5 } }, headers(token));
    expect(body.data.list.map(({ id }: { id: string }) => id)).toEqual(
      (findReply('car/listCar').reply.data as { list: { id: string }[] }).list.map(({ id }) => id),
    );
    await expect(server.login(facts.account, `${facts.password}!`)).rejects.toThrow(facts.account);
  });

  it('serves stored files at URLs that the release signed', async () => {
    const address = new RegExp(`"(/[^"]*${facts.media}[^"]*)"`).exec(JSON.stringify(recorded))![1]!;
    const photo = await server.http.app.inject({ method: 'GET', url: address });
    expect(photo.statusCode).toBe(200);
    expect(photo.rawPayload.equals(readFileSync(join(FIXTURE, 'files', 'media', facts.media)))).toBe(true);

    const { id, file } = facts.document;
    const { body } = await server.post('report/downloadDocument', { data: { id }, sign: sign({ id }) }, headers(facts.token));
    const document = await server.http.app.inject({ method: 'GET', url: body.data.url });
    expect(document.statusCode).toBe(200);
    expect(document.rawPayload.equals(readFileSync(join(FIXTURE, 'files', 'documents', file)))).toBe(true);
  });
});
