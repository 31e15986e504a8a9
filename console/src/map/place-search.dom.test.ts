import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { MapServiceFault, type Place } from './map-provider.ts';
import { findPlaces } from './place-search.ts';

const place: Place = { name: '天安门', address: '东城区', lng: 116.39, lat: 39.9 };
const said = () => takeNotices().map(({ text }) => text);

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});

it('returns the results and shows no message', async () => {
  expect(await findPlaces({ search: async () => [place] }, '天安门', i18next.t)).toEqual([place]);
  expect(said()).toEqual([]);
});

it('alerts in the words of the specification if there is no result', async () => {
  expect(await findPlaces({ search: async () => [] }, 'x', i18next.t)).toEqual([]);
  expect(said()).toEqual(['您选择的地址没有解析到结果！']);
});

it.each([
  ['refused', '地图服务拒绝了密钥，无法搜索'],
  ['timeout', '地图服务没有响应，请稍后重试'],
] as const)('distinguishes a service fault (%s) from a name without results', async (fault, words) => {
  const search = () => Promise.reject(new MapServiceFault('search', fault));
  expect(await findPlaces({ search }, 'x', i18next.t)).toEqual([]);
  expect(said()).toEqual([words]);
});
