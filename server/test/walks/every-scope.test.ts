import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { resources } from '@fleetwarden/contract/resources';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { resourceCalls } from '@fleetwarden/contract/resources/resource-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { formatCsvLine } from '../../src/platform/files/csv.ts';
import { askAs, SAMPLES, VIEWS } from '../support/resource-samples.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/**
 * All resources, called by an operator of a sub-department with all permissions: records of siblings and ancestors are invisible
 * and cannot be changed by any call. A resource without a sample fails here.
 */
const named = Object.entries(resources);
const WAIT = { timeout: 20_000, interval: 20 };

type Place = 'east' | 'west' | 'root';
type Sample = { readonly id: string; readonly values: Readonly<Record<string, unknown>> };
type Ask = ReturnType<typeof askAs>;

let server: TestServer;
let boss: Ask;
let clerk: Ask;
let [clerkToken, roleId] = ['', ''];
const departments = {} as Record<Place, number>;
const cars = {} as Record<Place, string>;
const smsAccounts: Partial<Record<Place, string>> = {};
const smsTemplates: Partial<Record<Place, string>> = {};
const courses: Partial<Record<Place, string>> = {};
const samples = new Map<string, Record<Place, Sample>>();
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  departments.root = await server.department('集团');
  departments.east = await server.department('华东', departments.root);
  departments.west = await server.department('华西', departments.root);
  await server.account('boss', departments.root, allPermissions);
  await server.account('clerk', departments.east, allPermissions);
  clerkToken = await server.signIn('clerk');
  [boss, clerk] = [askAs(server, await server.signIn('boss')), askAs(server, clerkToken)];
  const role = await server.db.first<{ id: number }>(sql`insert into role (name, codes) values ('公共', '{2}') returning id`);
  roleId = String(role!.id);
  for (const place of ['east', 'west', 'root'] as const) {
    cars[place] = (await enter('vehicle', place)).id;
    smsAccounts[place] = (await enter('smsAccount', place)).id;
    smsTemplates[place] = (await enter('smsTemplate', place)).id;
    courses[place] = (await enter('eduCourse', place)).id;
  }
  for (const [name] of named) {
    const at = async (place: Place) => (VIEWS[name] ? view(name, place) : enter(name, place));
    samples.set(name, { east: await at('east'), west: await at('west'), root: await at('root') });
  }
  server.jobs.start();
});
afterAll(() => server.stop());

const addSample = (name: string, place: Place) => {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`no sample of ${name}`);
  return sample(++made, String(departments[place]), {
    vehicleId: cars[place],
    roleId,
    smsAccountId: smsAccounts[place],
    smsTemplateId: smsTemplates[place],
    courseId: courses[place],
  });
};
const call = (name: string, verb: string, data: object, ask = clerk) => {
  const { path, noun } = resources[name]!;
  return ask(`${path}/${verb}${noun}`, data);
};
async function enter(name: string, place: Place): Promise<Sample> {
  const values = addSample(name, place);
  const reply = await call(name, 'add', { values }, boss);
  expect([name, reply]).toMatchObject([name, { code: '0' }]);
  return { id: reply.data.id, values };
}
async function view(name: string, place: Place): Promise<Sample> {
  const { of, find } = VIEWS[name]!;
  const { id, values } = await enter(of, place);
  return { id: await find(boss, id, values, server.db), values: {} };
}
const loadRecord = async (name: string, place: Place, ask = boss) =>
  (await call(name, 'get', { id: samples.get(name)![place].id }, ask)).data;
const loadVersion = async (name: string, place: Place): Promise<number> => (await loadRecord(name, place)).version;
const listed = async (name: string, filter: object = {}): Promise<string[]> => {
  const { path, noun } = resources[name]!;
  const body = { data: filter, pageModel: { page: 1, limit: 100 } };
  const reply = await server.post(`${path}/list${noun}`, body, { authorization: clerkToken });
  return reply.body.data.list.map(({ id }: { id: string }) => id);
};
const has = (resource: Resource, verb: string) => `${verb}${resource.noun}` in resourceCalls(resource);
/** Values of an edit: all except those that are set only once. */
const editable = ({ fields }: Resource, values: Sample['values']) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !fields[key]?.once));
const outside = ['west', 'root'] as const;
const DEPARTMENT_NAMES: Readonly<Record<Place, string>> = { root: '集团', east: '华东', west: '华西' };
/** The courses of imported questions: the only records of files that belong to another record. */
async function courseTitles(): Promise<Record<Place, string>> {
  const titleAt = async (place: Place) => (await call('eduCourse', 'get', { id: courses[place] }, boss)).data.courseTitle;
  return { root: await titleAt('root'), east: await titleAt('east'), west: await titleAt('west') };
}

describe.each(named)('%s', (name, resource) => {
  it('lists, returns and offers the records of the scope', async () => {
    const { east, west, root } = samples.get(name)!;
    for (const filter of [{}, { inDept: String(departments.west) }, { inDept: String(departments.root) }]) {
      const ids = await listed(name, filter);
      expect(ids).not.toContain(west.id);
      expect(ids).not.toContain(root.id);
    }
    expect(await listed(name)).toContain(east.id);
    expect((await loadRecord(name, 'east', clerk)).id).toBe(east.id);
    for (const place of outside) expect((await call(name, 'get', { id: samples.get(name)![place].id })).code).toBe('4004');
    if (!has(resource, 'option')) return;
    const offered = (await call(name, 'option', { ids: [east.id, west.id, root.id] })).data.list;
    const above = resource.offeredBelow ? [root.id] : [];
    expect(offered.map(({ id }: { id: string }) => id).sort()).toEqual([east.id, ...above].sort());
  });

  it('cannot be edited or removed outside the scope, alone or together with others', async () => {
    const { east } = samples.get(name)!;
    const before = await loadVersion(name, 'east');
    for (const place of outside) {
      const { id, values } = samples.get(name)![place];
      const version = await loadVersion(name, place);
      if (has(resource, 'edit') && SAMPLES[name])
        expect((await call(name, 'edit', { id, version, values: editable(resource, values) })).code).toBe('4004');
      const reason = resource.recycled ? { reason: '转让' } : {};
      if (has(resource, 'del')) expect((await call(name, 'del', { ids: [east.id, id], ...reason })).code).toBe('4004');
      if (has(resource, 'batch')) expect((await call(name, 'batch', { ids: [east.id, id], values: {} })).code).toBe('4004');
      expect(await loadVersion(name, place)).toBe(version);
    }
    expect(await loadVersion(name, 'east')).toBe(before);
  });

  it('is changed by only one of two concurrent edits', async () => {
    if (!has(resource, 'edit') || !SAMPLES[name]) return;
    const { id, values } = samples.get(name)!.east;
    const edit = { id, version: await loadVersion(name, 'east'), values: editable(resource, values) };
    const both = await Promise.all([call(name, 'edit', edit), call(name, 'edit', edit)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    expect(await loadVersion(name, 'east')).toBe(edit.version + 1);
  });

  it('cannot be moved outside the scope', async () => {
    const scoped =
      typeof resource.scope === 'object' ? resource.scope.through : resource.scope === 'self' ? 'parentId' : 'deptId';
    const { east } = samples.get(name)!;
    for (const place of outside) {
      const moved = addSample(SAMPLES[name] ? name : VIEWS[name]!.of, place)[scoped];
      const fields = expect.arrayContaining([expect.objectContaining({ path: `values.${scoped}` })]);
      const told = { code: '4001', data: { fields } };
      if (has(resource, 'add'))
        expect([place, await call(name, 'add', { values: addSample(name, place) })]).toMatchObject([place, told]);
      const version = await loadVersion(name, 'east');
      const values = { ...editable(resource, east.values), [scoped]: moved };
      if (has(resource, 'edit') && SAMPLES[name])
        expect([place, await call(name, 'edit', { id: east.id, version, values })]).toMatchObject([place, told]);
      if (has(resource, 'batch') && resource.fields[scoped]?.batch)
        expect(await call(name, 'batch', { ids: [east.id], values: { [scoped]: moved } })).toMatchObject(told);
    }
  });

  it('cannot link to records outside the scope', async () => {
    const { east } = samples.get(name)!;
    for (const [key, field] of Object.entries(resource.fields)) {
      if (!('to' in field) || field.computed || !SAMPLES[name]) continue;
      const id = samples.get(field.to)?.west.id;
      const values = { ...editable(resource, east.values), [key]: field.kind === 'links' ? [id] : id };
      const reply = await call(name, 'edit', { id: east.id, version: await loadVersion(name, 'east'), values });
      expect([key, reply.code]).toEqual([key, '4001']);
      expect(reply.data.fields.map(({ path }: { path: string }) => path)).toContain(`values.${key}`);
    }
  });

  it('is exported within the scope', async () => {
    if (!has(resource, 'export')) return;
    const { east, west, root } = samples.get(name)!;
    const rows = async (data: object) => {
      const { url } = (await call(name, 'export', { format: 'csv', columns: [resource.title], ...data })).data;
      return (await server.http.app.inject(url)).body.trim().split('\r\n').slice(1);
    };
    const [own] = await rows({ ids: [east.id, west.id, root.id] });
    expect(await rows({ ids: [east.id, west.id, root.id] })).toEqual([own]);
    expect(await rows({ ids: [west.id, root.id] })).toEqual([]);
    expect((await rows({})).length).toBe((await listed(name)).length);
  });

  it('cannot be moved into or out of the scope by a file', async () => {
    if (!has(resource, 'import')) return;
    const { west } = samples.get(name)!;
    // links are written by name in files
    const cell = (key: string, value: unknown) => (resource.fields[key]?.kind === 'links' ? '公共' : [value].flat().join('、'));
    const place = resource.scope === 'self' ? 'parentId' : (resource.scope?.through ?? 'deptId');
    const owners = resource.scope === undefined || resource.scope === 'self' ? DEPARTMENT_NAMES : await courseTitles();
    const line = (values: Sample['values'], at: Place, operation: string) => ({ ...values, [place]: owners[at], operation });
    const lines = [
      line(addSample(name, 'west'), 'west', ''),
      line(addSample(name, 'root'), 'root', ''),
      ...(resource.importKey ? [line(west.values, 'east', '修改'), line(west.values, 'east', '删除')] : []),
    ];
    const keys = Object.keys(lines[0]!);
    const rows = lines.map((each) => formatCsvLine(keys.map((key) => cell(key, each[key as keyof typeof each]))));
    const content = formatCsvLine(keys.map((key) => (key === 'operation' ? '操作' : key))) + rows.join('');
    const headers = { authorization: clerkToken, cookie: 'language=zh' };
    const { path, noun } = resource;
    const { body } = await server.upload(`${path}/import${noun}`, { data: {} }, new File([content], 'x.csv'), headers);
    expect(body.code).toBe('0');
    const task = async () => (await clerk('task/getTask', { id: body.data.taskId })).data;
    await expect.poll(async () => (await task()).state, WAIT).toBe('done');
    expect((await task()).result).toMatchObject({ good: 0, bad: lines.length });
  });
});

it('a record only needs its required fields', () => {
  // beforeAll entered one of each in three departments
  expect([...samples.keys()].sort()).toEqual(Object.keys(resources).sort());
});
