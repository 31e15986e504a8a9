import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { measureTexts } from './measure-texts.ts';

it.each([
  ['zh', 'metric', '850米', '总长 1.25公里', '面积 5 平方公里\n周长 6公里'],
  ['en', 'imperial', '2,789 ft', 'Total 4,101 ft', 'Area 1.93 sq mi\nPerimeter 3.73 mi'],
  ['en', 'metric', '850 m', 'Total 1.25 km', 'Area 5 km²\nPerimeter 6 km'],
] as const)('%s, %s', async (language, system, length, total, area) => {
  await startTexts(language);
  const texts = measureTexts(i18next.t, language, system);
  expect([texts.length(850), texts.total(1_250), texts.area(5_000_000, 6_000)]).toEqual([length, total, area]);
});
