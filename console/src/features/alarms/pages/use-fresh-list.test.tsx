import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AlarmStore } from '../../../live/alarm-store.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import type { LiveState } from '../../../live/connection.ts';
import { createViewSubscription } from '../../../live/view-subscription.ts';
import { LiveContext } from '../../../shared/live-context.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import { storeOf } from '../../../ui/testing.tsx';
import { useFreshList } from './use-fresh-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Sockets = LiveState['sockets'];
const OPEN: Sockets = { init: 'closed', gpsmsg: 'open', commonmsg: 'open' };
const CUT: Sockets = { ...OPEN, gpsmsg: 'connecting', commonmsg: 'connecting' };

function List({ read }: { read: () => Promise<unknown> }) {
  useFreshList('story');
  useQuery({ queryKey: [TABLE_QUERY, 'story'], queryFn: read });
  return null;
}

function setUp(first: Sockets) {
  const alarms = new AlarmStore();
  const common = createCommonMessages();
  const live = { store: storeOf([]), alarms, common, view: createViewSubscription() };
  const queries = new QueryClient();
  const read = vi.fn(async () => []);
  const drawing = (sockets: Sockets, mode: 'visible' | 'hidden' = 'visible') => (
    <QueryClientProvider client={queries}>
      <LiveContext value={{ ...live, state: { init: 2, sockets, downSince: null } }}>
        <Activity mode={mode}>
          <List read={read} />
        </Activity>
      </LiveContext>
    </QueryClientProvider>
  );
  const { rerender } = render(drawing(first));
  const pass = () => act(() => vi.advanceTimersByTimeAsync(60_000));
  /** How often the list was read since it was last asked, by the time nothing more happens. */
  const readings = async () => {
    await pass();
    const count = read.mock.calls.length;
    read.mockClear();
    return count;
  };
  return { alarms, common, readings, draw: (...how: Parameters<typeof drawing>) => rerender(drawing(...how)) };
}

it('a list that was read before the sockets opened is read again once they open', async () => {
  const { readings, draw } = setUp(CUT);
  expect(await readings()).toBe(1);
  draw(OPEN);
  expect(await readings()).toBe(1);
  draw(CUT);
  expect(await readings()).toBe(0);
  draw(OPEN);
  expect(await readings()).toBe(1);
});

it('a list that is opened while the sockets are open is read once', async () => {
  const { readings } = setUp(OPEN);
  expect(await readings()).toBe(1);
});

it('many updates cause one read, and so does a gap in the alarms', async () => {
  const { readings, alarms, common } = setUp(OPEN);
  await readings();
  for (let i = 0; i < 50; i++) act(() => common.publish({ type: 'cases', data: { list: [] } }));
  expect(await readings()).toBe(1);
  act(() => alarms.take([], true));
  expect(await readings()).toBe(1);
});

it('a list that was hidden with an update waiting receives later updates when it is shown again', async () => {
  const { readings, common, draw } = setUp(OPEN);
  await readings();
  act(() => common.publish({ type: 'cases', data: { list: [] } }));
  draw(OPEN, 'hidden');
  expect(await readings()).toBe(0);
  draw(OPEN, 'visible');
  await readings();
  act(() => common.publish({ type: 'cases', data: { list: [] } }));
  expect(await readings()).toBe(1);
});
