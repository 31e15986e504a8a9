import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheetXml, tableFiles, workbookParts, zipParts } from '../../../test/support/files/workbooks.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../db/database.ts';
import { formatCsvLine } from '../files/csv.ts';
import { MAX_IMPORT_ROWS } from './limits.ts';

/** Files as people, or their programs, get them wrong: refused by the import call in words, and nothing is written. */
const WAIT = { timeout: 60_000, interval: 20 };
let server: TestServer;
let clerk = '';
const files = tableFiles();

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('集团');
  await server.account('clerk', root, ['601', '60101', '60102', '60103', '60104', '60105', '60106']);
  clerk = await server.signIn('clerk');
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await files.remove();
});

const headers = () => ({ authorization: clerk, cookie: 'language=zh' });
const check = async (content: Buffer | string, name = 'cars.xlsx') => {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], name);
  const { body } = await server.upload('car/importCar', { data: {} }, file, headers());
  expect(body.code).toBe('0');
  const task = async () => (await server.call('POST', 'task/getTask', { id: body.data.taskId }, headers())).body.data;
  await expect.poll(async () => (await task()).state, WAIT).toSatisfy((state) => ['done', 'failed'].includes(state as string));
  return task();
};
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD = ['carNo', 'plateColor', 'deptId', 'vehicleType', 'industryType', 'runState'];
const LINE = ['京G00001', '2', '集团', '21', '5', '1'];
const row = (at: number, values: readonly string[]) =>
  `<row r="${at}">${values.map((value, i) => text(`${'ABCDEF'[i]}${at}`, value)).join('')}</row>`;
const sheet = row(1, HEAD) + row(2, LINE);
const vehicles = async () => (await server.db.first<{ n: number }>(sql`select count(*) as n from vehicle`))!.n;

describe('a file of vehicles', () => {
  it('is deleted when its check fails, and otherwise stored for the import', async () => {
    const kept = async () => (await readdir(join(server.dataFolder, 'uploads', 'kept'))).length;
    expect(await check('not a workbook')).toMatchObject({ state: 'failed' });
    await expect.poll(kept, WAIT).toBe(0);
    expect(await check(await zipParts(workbookParts(sheet)))).toMatchObject({ state: 'done' });
    expect(await kept()).toBe(1);
  });

  it('is accepted if valid', async () => {
    expect(await check(await zipParts(workbookParts(sheet)))).toMatchObject({ state: 'done', result: { good: 1, bad: 0 } });
  });

  it('with merged cells is refused with their position', async () => {
    const parts = workbookParts('', {
      'xl/worksheets/sheet1.xml': sheetXml(sheet, '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>'),
    });
    const task = await check(await zipParts(parts));
    expect(task).toMatchObject({ state: 'failed', result: null });
    expect(task.error).toContain('A2:B2');
  });

  it('with a worksheet of another table is refused by its headings', async () => {
    const task = await check(await zipParts(workbookParts(row(1, ['日期', '金额']) + row(2, ['2026-01-01', '12']))));
    expect(task).toMatchObject({ state: 'failed', result: null });
    expect(task.error).toContain('日期');
  });

  it('that unpacks to many times its size is refused', async () => {
    const bomb = workbookParts(`${sheet}<!--${' '.repeat(30_000_000)}-->`);
    const task = await check(await zipParts(bomb));
    expect(task).toMatchObject({ state: 'failed', result: null });
    expect(task.error).toContain('解压后过大');
  });

  it('with too many rows is refused, even if a table could have more', async () => {
    const lines = formatCsvLine(LINE).repeat(200_000);
    const task = await check(formatCsvLine(HEAD) + lines, 'cars.csv');
    expect(task).toMatchObject({ state: 'failed', result: null });
    expect(task.error).toContain(String(MAX_IMPORT_ROWS));
  });

  it('with a duplicate plate, SIM or terminal reports the row', async () => {
    const keys = [...HEAD, 'phone', 'terminalNo'];
    const line = (n: number, phone: string, terminalNo: string) =>
      formatCsvLine([`京G1000${n}`, ...LINE.slice(1), phone, terminalNo]);
    const content =
      formatCsvLine(keys) +
      line(1, '13500000001', 'B1') +
      line(2, '013500000001', 'B2') +
      line(3, '13500000003', 'B1') +
      line(1, '', '');
    const { result } = await check(content, 'cars.csv');
    expect(result).toMatchObject({ good: 1, bad: 3 });
    expect(result.errors.map(({ cell, message }: { cell: string; message: string }) => [cell, message])).toEqual([
      ['G3', getText('zh', 'rule.taken')],
      ['H4', getText('zh', 'rule.taken')],
      ['A5', expect.stringContaining('2')],
    ]);
  });

  it('adds no vehicle in any of these cases', async () => {
    expect(await vehicles()).toBe(0);
  });
});

it('text that looks like a formula is exported as text', async () => {
  const values = {
    carNo: '京G00009',
    plateColor: 2,
    deptId: '1',
    vehicleType: 21,
    industryType: 5,
    runState: 1,
    remark: '=HYPERLINK("http://example.org","x")',
  };
  expect((await server.call('POST', 'car/addCar', { values }, headers())).body.code).toBe('0');
  for (const format of ['csv', 'xlsx'] as const) {
    const { body } = await server.call('POST', 'car/exportCar', { format, columns: ['carNo', 'remark'] }, headers());
    const { rawPayload } = await server.http.app.inject(body.data.url);
    if (format === 'csv') expect(rawPayload.toString('utf8')).toContain(`"'=HYPERLINK(""http`);
    else expect((await files.cells(rawPayload))[1]).toEqual(['京G00009', values.remark]);
  }
});
