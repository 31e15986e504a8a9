import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AlarmStore } from '../live/alarm-store.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription } from '../live/view-subscription.ts';
import { LiveContext } from './live-context.ts';
import { useNews } from './use-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const common = createCommonMessages();
const parts = { store: new VehicleStore(), alarms: new AlarmStore(), common, view: createViewSubscription() };
const LIST = ['list'];
const KEYS = [LIST];

/** A list whose loads the test answers. */
function List({ load }: { load: () => Promise<string> }) {
  useNews<{ targId: string }>('media', KEYS, { concerns: ({ targId }) => targId === '1' });
  const { data } = useQuery({ queryKey: LIST, queryFn: load });
  return <p>{data}</p>;
}

function setUp() {
  const answers: ((text: string) => void)[] = [];
  const load = () => new Promise<string>((resolve) => answers.push(resolve));
  const queries = new QueryClient();
  const drawing = (commonmsg: LiveState['sockets']['commonmsg']) => (
    <LiveContext
      value={{ ...parts, state: { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg }, downSince: null } }}
    >
      <QueryClientProvider client={queries}>
        <List load={load} />
      </QueryClientProvider>
    </LiveContext>
  );
  const { rerender, container } = render(drawing('open'));
  const pass = () => act(() => vi.advanceTimersByTimeAsync(5_000));
  return {
    answers,
    pass,
    draw: (commonmsg: LiveState['sockets']['commonmsg']) => rerender(drawing(commonmsg)),
    text: () => container.textContent,
    news: async (targId: string) => {
      common.publish({ type: 'media', data: { targId } });
      await pass();
    },
    answer: async (text: string) => {
      answers.at(-1)!(text);
      await pass();
    },
  };
}

it('reloads once for messages that arrive together, and only for messages about the list', async () => {
  const { answers, answer, news, pass } = setUp();
  await answer('first');
  await news('2');
  expect(answers).toHaveLength(1);
  for (let sent = 0; sent < 3; sent++) common.publish({ type: 'media', data: { targId: '1' } });
  await pass();
  expect(answers).toHaveLength(2);
});

it('reloads after a disconnection, because messages may have been missed', async () => {
  const { answers, answer, draw, pass } = setUp();
  await answer('first');
  draw('connecting');
  draw('open');
  await pass();
  expect(answers).toHaveLength(2);
});

it('a message during any load, also the first, triggers one more load after it; no load is cancelled', async () => {
  const { answers, answer, news, text } = setUp();
  for (let sent = 0; sent < 3; sent++) await news('1');
  expect(answers).toHaveLength(1);
  await answer('before the messages');
  expect(text()).toBe('before the messages');
  expect(answers).toHaveLength(2);
  await news('1');
  await answer('before the last one');
  expect(text()).toBe('before the last one');
  expect(answers).toHaveLength(3);
  await answer('newest');
  expect(text()).toBe('newest');
  expect(answers).toHaveLength(3);
});
