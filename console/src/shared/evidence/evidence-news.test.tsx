import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AlarmStore } from '../../live/alarm-store.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { LiveState } from '../../live/connection.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import { createViewSubscription } from '../../live/view-subscription.ts';
import { LiveContext } from '../live-context.ts';
import { useEvidenceWatch } from './evidence-news.ts';
import { ATTACHMENTS_QUERY } from './use-attachments.ts';

afterEach(cleanup);

const parts = {
  store: new VehicleStore(),
  alarms: new AlarmStore(),
  common: createCommonMessages(),
  view: createViewSubscription(),
};

function Files({ count }: { count: () => number }) {
  useEvidenceWatch();
  const { data } = useQuery({ queryKey: [...ATTACHMENTS_QUERY, 'a'], queryFn: count, staleTime: 60_000 });
  return <p>{`files ${data}`}</p>;
}

it('files that came before the socket of the page opened are loaded when it opens', async () => {
  let stored = 0;
  const count = () => stored;
  const queries = new QueryClient();
  const at = (commonmsg: LiveState['sockets']['commonmsg']) => (
    <LiveContext
      value={{ ...parts, state: { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg }, downSince: null } }}
    >
      <QueryClientProvider client={queries}>
        <Files count={count} />
      </QueryClientProvider>
    </LiveContext>
  );
  const { rerender } = render(at('connecting'));
  await screen.findByText('files 0');
  stored = 1;
  rerender(at('open'));
  expect(await screen.findByText('files 1')).toBeTruthy();
});
