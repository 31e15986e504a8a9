import { MAX_CONTACTS } from '@fleetwarden/contract/commands/command-forms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

let server: TestServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('Head office');
  for (const [name, codes] of [
    ['sender', ['7011109']],
    ['viewer', ['7011101']],
  ] as const) {
    await server.account(name, root, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(() => server.stop());

const as = (name: string) => ({ authorization: tokens.get(name)! });
const contacts = { cmdCode: '8401', list: 'contacts' };
const read = async (lines: readonly string[], data: object = contacts, name = 'sender') =>
  (await server.upload('terminal/readRows', { data }, new File([lines.join('\n')], '电话本.csv'), as(name))).body;
const HEADING = '联系人姓名,电话号码,呼叫方向';
const many = (count: number) => Array.from({ length: count }, (_, at) => `甲${at},1380000${1_000 + at},`);

describe('rows of a phone book from a file', () => {
  it('are read by headings of any language, with the initial value of an empty cell', async () => {
    const { code, data } = await read([HEADING, '调度,13800138000,呼入', ',,', '值班,0755-12345678,']);
    expect([code, data.errors]).toEqual(['0', []]);
    expect(data.rows).toEqual([
      { contactName: '调度', phone: '13800138000', callDirection: 1 },
      { contactName: '值班', phone: '0755-12345678', callDirection: 3 },
    ]);
    const english = await read(['Phone number,Contact name', '13800138000,Dispatch']);
    expect(english.data.rows).toEqual([{ contactName: 'Dispatch', phone: '13800138000', callDirection: 3 }]);
  });

  it('are left out if they are wrong, each error with its cell', async () => {
    const { data } = await read([
      HEADING,
      '调度,123x,',
      '甲乙丙丁戊己庚辛壬癸子,13800138000,',
      ',13800138001,',
      '值班,13800138002,天上',
    ]);
    expect(data.rows).toEqual([]);
    expect(data.errors.map(({ cell, header }: { cell: string; header: string }) => [cell, header])).toEqual([
      ['B2', '电话号码'],
      ['A3', '联系人姓名'],
      ['A4', '联系人姓名'],
      ['C5', '呼叫方向'],
    ]);
  });

  it('are limited to the maximum of the command', async () => {
    expect((await read([HEADING, ...many(MAX_CONTACTS)])).data.rows).toHaveLength(MAX_CONTACTS);
    const { code, data } = await read([HEADING, ...many(MAX_CONTACTS + 1)]);
    expect([code, data.fields]).toMatchObject(['4001', [{ path: 'file', message: expect.stringContaining('50') }]]);
  });

  it.each([
    ['an extra column', ['联系人姓名,电话号码,住址', '调度,13800138000,北京']],
    ['a missing column', ['联系人姓名', '调度']],
    ['no rows', [HEADING]],
    ['a file that is not a table', ['\u0000\u0001']],
  ])('are refused with %s', async (_case, lines) => {
    expect(await read(lines)).toMatchObject({ code: '4001', data: { fields: [{ path: 'file' }] } });
  });

  it('are read only for users with permission to send the command, and for lists with file support', async () => {
    expect((await read([HEADING], contacts, 'viewer')).code).toBe('4003');
    expect((await read([HEADING], { cmdCode: '8301', list: 'events' })).code).toBe('4003');
    expect(await read([HEADING], { ...contacts, list: 'toString' })).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'list' }] },
    });
  });

  it.each(['xlsx', 'csv'])('have a template as %s that can be read back', async (format) => {
    const { body } = await server.call('POST', 'terminal/getRowsTemplate', { ...contacts, format }, as('sender'));
    const file = await server.http.app.inject({ method: 'GET', url: body.data.url });
    const upload = new File([new Uint8Array(file.rawPayload)], `template.${format}`);
    const reply = await server.upload('terminal/readRows', { data: contacts }, upload, as('sender'));
    // its headings are known, and it has no rows yet
    expect(reply.body.data.fields).toMatchObject([{ path: 'file', message: expect.stringMatching(/no rows/) }]);
  });
});
