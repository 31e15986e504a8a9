import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

type Row = { value: number | string; label: string; labelEn: string; labelEs: string; labelJa: string; enabled: boolean };
type Division = { areaId: string; areaName: string };

let server: TestServer;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  await server.account('clerk', await server.department('Head office'), []);
  headers = { authorization: await server.signIn('clerk') };
});
afterAll(() => server.stop());

const get = async (path: string, data: object = {}) => (await server.call('GET', path, data, headers)).body;
const enumeration = async (type: string) => (await get('common/getEnumByType', { type })).data.list as Row[];
const divisions = async (path: string, areaId?: string) =>
  (await get(`location/rs/${path}`, areaId ? { areaId } : {})).data.list as Division[];

describe('enumerations', () => {
  it('are named in four languages, in their order', async () => {
    const rows = await enumeration('RUN_STATE');
    expect(rows[0]).toEqual({
      value: 1,
      label: '营运',
      labelEn: 'In operation',
      labelEs: 'En servicio',
      labelJa: '営業中',
      sort: 1,
      enabled: true,
    });
    expect(rows.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('have a name for every value of every type', async () => {
    for (const type of Object.keys(ENUMERATIONS))
      for (const { label, labelEn, labelEs, labelJa } of await enumeration(type))
        expect(
          [label, labelEn, labelEs, labelJa].filter((text) => text === '' || /^[a-z]+\./.test(text)),
          type,
        ).toEqual([]);
  });
  it('use a value that needs no translation as its name', async () => {
    expect((await enumeration('LICENCE_CLASS'))[1]).toMatchObject({ value: 'A2', label: 'A2', labelJa: 'A2' });
  });
  it('show the full names of plate colours, also for those outside 1 to 5', async () => {
    const rows = await enumeration('PLATE_COLOR');
    expect(rows.find(({ value }) => value === 6)).toMatchObject({ label: '黑色', labelEn: 'Black' });
  });
  it('are returned identically by both calls', async () => {
    const posted = await server.call('POST', 'config/getEnumListByType', { type: 'DEAL' }, headers);
    expect(posted.body.data.list).toEqual(await enumeration('DEAL'));
    expect(posted.body.data.list.find((row: Row) => row.value === 7).enabled).toBe(false);
  });
  it.each(['NOTHING', 'plate_color', 'constructor'])('of an unknown type %s are not found', async (type) => {
    expect((await get('common/getEnumByType', { type })).code).toBe('4004');
    expect((await server.call('POST', 'config/getEnumListByType', { type }, headers)).body.code).toBe('4004');
  });
  it('require a type and a session', async () => {
    expect((await get('common/getEnumByType')).code).toBe('4001');
    expect((await server.call('GET', 'common/getEnumByType', { type: 'DEAL' })).body.code).toBe('4007');
  });
});

describe('divisions', () => {
  it('are listed from provinces to cities to counties', async () => {
    const provinces = await divisions('getProvince');
    expect(provinces).toHaveLength(34);
    expect(provinces).toContainEqual({ areaId: '440000', areaName: '广东省' });
    expect(await divisions('getCity', '440000')).toContainEqual({ areaId: '440300', areaName: '深圳市' });
    expect(await divisions('getArea', '440300')).toContainEqual({ areaId: '440305', areaName: '南山区' });
  });
  it.each([
    ['110000', '北京市', '110105', '朝阳区'],
    ['500000', '重庆市', '500101', '万州区'],
    ['810000', '香港特别行政区', '810001', '中西区'],
  ])('%s has itself as its only city', async (areaId, areaName, county, name) => {
    expect(await divisions('getCity', areaId)).toEqual([{ areaId, areaName }]);
    expect(await divisions('getArea', areaId)).toContainEqual({ areaId: county, areaName: name });
  });
  it('list counties directly under a province as one group', async () => {
    for (const province of ['410000', '420000', '460000', '650000'])
      expect((await divisions('getCity', province)).at(-1)?.areaName).toBe('直辖县级行政区划');
    expect(await divisions('getArea', '429000')).toContainEqual({ areaId: '429004', areaName: '仙桃市' });
  });
  it('have codes of six digits, and cities and counties under every province', async () => {
    const codes: string[] = [];
    for (const province of await divisions('getProvince')) {
      codes.push(province.areaId);
      for (const city of await divisions('getCity', province.areaId)) {
        expect(city.areaId.slice(0, 2)).toBe(province.areaId.slice(0, 2));
        if (city.areaId !== province.areaId) codes.push(city.areaId);
        codes.push(...(await divisions('getArea', city.areaId)).map(({ areaId }) => areaId));
      }
    }
    expect(codes.length).toBeGreaterThan(3000);
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });
  it.each([
    ['getCity', '990000'],
    ['getCity', '440300'],
    ['getArea', '440000'],
    ['getArea', '440305'],
  ])('%s of %s, which is not a parent division, returns not found', async (path, areaId) => {
    expect((await get(`location/rs/${path}`, { areaId })).code).toBe('4004');
  });
  it.each(['', '44', '4400000', 'abcdef'])('refuse %j', async (areaId) => {
    expect((await get('location/rs/getCity', { areaId })).code).toBe('4001');
  });
});
