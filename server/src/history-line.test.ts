import { expect, it } from 'vitest';
import { historyLine } from './history-line.ts';

it('shows the progress of the demo history on one line, which ends when it is complete', () => {
  expect(historyLine(0, 0)).toBe(`\r  Demo history ${'░'.repeat(30)} 0 %  0 positions`);
  expect(historyLine(0.999, 5_000)).toBe(`\r  Demo history ${'█'.repeat(30)} 99 %  5000 positions`);
  expect(historyLine(1, 5_005)).toBe(`\r  Demo history ${'█'.repeat(30)} 100 %  5005 positions\n\n`);
});
