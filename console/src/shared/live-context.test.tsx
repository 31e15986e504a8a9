import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AlarmStore } from '../live/alarm-store.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription } from '../live/view-subscription.ts';
import { LiveContext, useOpened, useReopened } from './live-context.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const parts = {
  store: new VehicleStore(),
  alarms: new AlarmStore(),
  common: createCommonMessages(),
  view: createViewSubscription(),
};

type Sockets = LiveState['sockets']['commonmsg'];
type Hook = (reload: () => void) => void;

function Watch({ hook: useHook, reload }: { hook: Hook; reload: () => void }) {
  useHook(reload);
  return null;
}

/** Renders a component that uses the hook, and then again for each state of the socket. Returns the calls after each. */
function callsOf(hook: Hook, ...sockets: Sockets[]): number[] {
  const reload = vi.fn();
  const at = (commonmsg: Sockets) => (
    <LiveContext
      value={{ ...parts, state: { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg }, downSince: null } }}
    >
      <Watch hook={hook} reload={reload} />
    </LiveContext>
  );
  const { rerender } = render(at(sockets[0]!));
  return sockets.map((each) => {
    rerender(at(each));
    return reload.mock.calls.length;
  });
}

it('a page that loaded before its socket opened loads again, because an update may have been missed', () => {
  expect(callsOf(useOpened, 'connecting', 'open', 'open', 'connecting', 'open')).toEqual([0, 1, 1, 1, 2]);
  expect(callsOf(useOpened, 'open', 'connecting', 'open')).toEqual([0, 0, 1]);
});

it('a page whose messages the server repeats loads again only after a disconnection', () => {
  expect(callsOf(useReopened, 'connecting', 'open', 'connecting', 'open')).toEqual([0, 0, 0, 1]);
  expect(callsOf(useReopened, 'open', 'connecting', 'open')).toEqual([0, 0, 1]);
});

it('a page whose messages the server repeats also loads again if the socket opens late', () => {
  const clock = vi.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 6_000));
  expect(callsOf(useReopened, 'connecting', 'open')[1]).toBe(1);
});
