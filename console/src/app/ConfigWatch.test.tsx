import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { usePlatform } from '../api/platform.ts';
import { startSession, useSession } from '../api/session.ts';
import { saveUserSettings } from '../api/user-settings.ts';
import { AlarmStore } from '../live/alarm-store.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription } from '../live/view-subscription.ts';
import { LiveContext } from '../shared/live-context.ts';
import { renderLive, stubServer, userInfo } from '../ui/testing.tsx';
import { ConfigWatch } from './ConfigWatch.tsx';

const live = (commonmsg: LiveState['sockets']['commonmsg']): LiveState => ({
  init: 2,
  sockets: { init: 'closed', gpsmsg: 'open', commonmsg },
  downSince: null,
});

beforeEach(async () => {
  await startTexts('zh');
  startSession('0123456789abcdef.secret', userInfo, ['2']);
});
afterEach(cleanup);

it('reloads the configuration when a setting changes, and when the socket that reports it reconnects', async () => {
  let name = '东海车队';
  const server = stubServer({
    'dept/qryPlatInfoByDeptId': () => ({ platName: name, logoUrl: '' }),
    'user/getLoginInfo': () => ({ userInfo: { ...userInfo, username: name }, rights: ['2', '201'] }),
  });
  const common = createCommonMessages();
  const [store, alarms, view, queries] = [new VehicleStore(), new AlarmStore(), createViewSubscription(), new QueryClient()];
  const shell = (commonmsg: LiveState['sockets']['commonmsg']) => (
    <QueryClientProvider client={queries}>
      <LiveContext value={{ store, alarms, common, state: live(commonmsg), view }}>
        <ConfigWatch />
      </LiveContext>
    </QueryClientProvider>
  );
  const { rerender } = render(shell('connecting'));
  // the page just loaded the settings, and the server repeats what it told since
  rerender(shell('open'));
  expect(server.requests).toHaveLength(0);
  act(() => common.publish({ type: 'configChanged', data: { deptId: null } }));
  await waitFor(() => expect(usePlatform.getState().platName).toBe('东海车队'));
  await waitFor(() => expect(useSession.getState().rights).toEqual(['2', '201']));
  name = '西山车队';
  rerender(shell('connecting'));
  rerender(shell('open'));
  await waitFor(() => expect(usePlatform.getState().platName).toBe('西山车队'));
  await waitFor(() => expect(useSession.getState().userInfo?.username).toBe('西山车队'));
});

it('preserves a setting that the user just changed and the server does not have yet', async () => {
  stubServer({
    'dept/qryPlatInfoByDeptId': () => ({ platName: '', logoUrl: '' }),
    'user/getLoginInfo': () => ({ userInfo: { ...userInfo, username: '李静' }, rights: ['2'] }),
    'setting/saveUserSetting': () => ({}),
  });
  const common = createCommonMessages();
  renderLive(<ConfigWatch />, new VehicleStore(), common);
  act(() => common.publish({ type: 'configChanged', data: { deptId: null } }));
  const quickLinks = ['/index'];
  saveUserSettings({ quickLinks });
  await waitFor(() => expect(useSession.getState().userInfo?.username).toBe('李静'));
  expect(useSession.getState().userInfo?.settings.quickLinks).toEqual(quickLinks);
});
