import { expect, it } from 'vitest';
import { stopParts } from './stop-parts.ts';

it('stops in reverse order, one after the other, and reports each step before it runs', async () => {
  const steps: string[] = [];
  const database = { stop: async () => void steps.push('database stopped') };
  const server = { stop: async () => void steps.push('server stopped') };
  const stops = [() => database.stop(), () => server.stop()];
  await stopParts(stops, (code) => void steps.push(code));
  expect(steps).toEqual(['() => server.stop()', 'server stopped', '() => database.stop()', 'database stopped']);
  expect(stops).toEqual([]);
});
