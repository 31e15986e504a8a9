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

function Watch({ onNews }: { onNews: () => void }) {
  useNews<{ targId: string }>('media', onNews, { concerns: ({ targId }) => targId === '1' });
  return null;
}
const shown = (onNews: () => void, commonmsg: LiveState['sockets']['commonmsg']) => (
  <LiveContext value={{ ...parts, state: { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg }, downSince: null } }}>
    <Watch onNews={onNews} />
  </LiveContext>
);
const pass = () => act(() => vi.advanceTimersByTimeAsync(5_000));

it('calls back once for messages that come together, and only for those that concern it', async () => {
  const onNews = vi.fn();
  render(shown(onNews, 'open'));
  common.publish({ type: 'media', data: { targId: '2' } });
  await pass();
  expect(onNews).not.toHaveBeenCalled();
  for (let sent = 0; sent < 3; sent++) common.publish({ type: 'media', data: { targId: '1' } });
  await pass();
  expect(onNews).toHaveBeenCalledTimes(1);
});

it('calls back after a cut, because messages may have been missed', async () => {
  const onNews = vi.fn();
  const { rerender } = render(shown(onNews, 'open'));
  rerender(shown(onNews, 'connecting'));
  rerender(shown(onNews, 'open'));
  await pass();
  expect(onNews).toHaveBeenCalledTimes(1);
});
