import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { displayKey } from './display.ts';

it('shows numbers of the protocol as words', async () => {
  await startTexts('zh');
  const t = i18next.t;
  expect([0, 1].map((n) => t(displayKey('platformStandard', n)))).toEqual(['2011版标准', '2019版标准']);
  expect([0, 1].map((n) => t(displayKey('linkStatus', n)))).toEqual(['暂不链接', '立即链接']);
  expect([0, 1, 2, 3].map((n) => t(displayKey('audioSamplingRate', n)))).toEqual(['8 kHz', '22.05 kHz', '44.1 kHz', '48 kHz']);
  expect([0, 1, 2, 3].map((n) => t(displayKey('riskLevel', n)))).toEqual(['无风险', '高风险', '中风险', '低风险']);
  expect(displayKey('iconType', 4)).toBeNull();
});
