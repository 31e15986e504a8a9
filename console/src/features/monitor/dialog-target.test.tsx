import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { AlarmStore } from '../../live/alarm-store.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { createViewSubscription } from '../../live/view-subscription.ts';
import { LiveContext } from '../../shared/live-context.ts';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { useVehicleVersion } from './use-vehicle-version.ts';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

let draws = 0;

function Dialog({ store, tid }: { store: VehicleStore; tid: string }) {
  useVehicleVersion(store, tid);
  draws++;
  return <p>{store.speed(store.rowOf(tid))}</p>;
}

it('an open dialog subscribes to its vehicle and redraws only for live data with its target ID', async () => {
  const store = storeOf([vehicle('1', { sp: 10 }), vehicle('2', { sp: 20 })]);
  const view = createViewSubscription();
  draws = 0;
  const live = { store, view, alarms: new AlarmStore(), common: createCommonMessages(), state: null };
  const { unmount } = render(
    <LiveContext value={live}>
      <Dialog store={store} tid="2" />
    </LiveContext>,
  );
  expect(view.current()).toEqual({ tids: ['2'] });
  const before = draws;
  await act(async () => store.applyGps({ data: [vehicle('1', { sp: 55, r: 9_000 })] }));
  expect([draws, screen.queryByText('55')]).toEqual([before, null]);
  await act(async () => store.applyGps({ data: [vehicle('2', { sp: 66, r: 9_000 })] }));
  await waitFor(() => expect(screen.getByText('66')).toBeTruthy());
  expect(draws).toBe(before + 1);
  unmount();
  expect(view.current()).toEqual({ tids: [] });
});
