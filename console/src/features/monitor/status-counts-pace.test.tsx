import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { LiveState } from '../../live/live-session.ts';
import { renderLive, storeOf, stubServer, vehicle } from '../../ui/testing.tsx';
import { sumCounts, useStatusCounts } from './use-status-counts.ts';

const CALL = 'mainPage/countByStatus';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Moving() {
  const counts = useStatusCounts();
  return <output>{counts ? sumCounts(counts, 1 << 2) : '–'}</output>;
}

function setUp(init: LiveState['init'] = 2, moving = 0) {
  const told = { total: 1, offline: 0, parked: 1, moving, idling: 0, alarm: 0, emergency: 0, noFix: 0, never: 0 };
  const server = stubServer({ [CALL]: () => ({ ...told }) });
  const store = storeOf([vehicle('1', { status: '1' })]);
  const sockets = { init: 'open', gpsmsg: 'open', commonmsg: 'open' } as const;
  renderLive(<Moving />, store, createCommonMessages(), { init, sockets, downSince: null });
  let time = 9_000;
  const becomes = (status: string) => act(() => store.applyGps({ data: [], states: [['1', status, ++time]] }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const shown = () => screen.getByRole('status').textContent;
  return { told, server, becomes, pass, shown };
}

it('the counts are updated a second after socket changes, however many arrive', async () => {
  const { becomes, pass, shown } = setUp();
  await pass(0);
  becomes('2');
  await pass(500);
  expect(shown()).toBe('0');
  becomes('1');
  becomes('2');
  await pass(700);
  expect(shown()).toBe('1');
});

it('the count from the server is loaded every 60 s and replaces the local count', async () => {
  const { told, server, pass, shown } = setUp();
  await pass(100);
  expect(server.of(CALL)).toHaveLength(1);
  told.moving = 7;
  await pass(58_000);
  expect(shown()).toBe('0');
  await pass(3_000);
  expect([server.of(CALL).length, shown()]).toEqual([2, '7']);
});

it('while the list loads, the count is from the server, and is unknown before the reply', async () => {
  const { pass, shown } = setUp(1, 7);
  expect(shown()).toBe('–');
  await pass(100);
  expect(shown()).toBe('7');
});
