import type { AttachmentNews } from '@fleetwarden/contract/alarms/attachments';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
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

function Files({ count }: { count: () => number | Promise<number> }) {
  useEvidenceWatch();
  const { data } = useQuery({ queryKey: [...ATTACHMENTS_QUERY, 'a'], queryFn: count, staleTime: 60_000 });
  return <p>{`files ${data}`}</p>;
}

const open = (queries: QueryClient, count: () => number | Promise<number>, commonmsg: LiveState['sockets']['commonmsg']) => (
  <LiveContext value={{ ...parts, state: { init: 2, sockets: { init: 'closed', gpsmsg: 'open', commonmsg }, downSince: null } }}>
    <QueryClientProvider client={queries}>
      <Files count={count} />
    </QueryClientProvider>
  </LiveContext>
);

it('files that arrived before the socket of the page opened are loaded when it opens', async () => {
  let stored = 0;
  const count = () => stored;
  const queries = new QueryClient();
  const { rerender } = render(open(queries, count, 'connecting'));
  await screen.findByText('files 0');
  stored = 1;
  rerender(open(queries, count, 'open'));
  expect(await screen.findByText('files 1')).toBeTruthy();
});

it('a file that arrives during the first load is not missed', async () => {
  const answers: ((files: number) => void)[] = [];
  const count = () => new Promise<number>((resolve) => answers.push(resolve));
  render(open(new QueryClient(), count, 'open'));
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  const asked = answers.length;
  parts.common.publish({ type: 'asAttachment', data: { alarmGid: 'a' } as AttachmentNews });
  // the first answer was under way before the file came
  for (const answer of answers) answer(0);
  await waitFor(() => expect(answers.length).toBeGreaterThan(asked));
  for (const answer of answers.slice(asked)) answer(1);
  expect(await screen.findByText('files 1')).toBeTruthy();
});
