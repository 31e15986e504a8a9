import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { endSession, knowUser, useSession } from '../../api/session.ts';
import { renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { ClickModeSwitch } from './ClickModeSwitch.tsx';
import { useClickMode } from './use-click-mode.ts';

const inform = vi.fn();

beforeEach(async () => {
  await startTexts('zh');
  stubServer({ 'setting/saveUserSetting': ({ data }) => data });
  inform.mockReset();
});
afterEach(() => {
  cleanup();
  endSession();
});

function Page() {
  const open = useClickMode(inform);
  const { pathname, search } = useLocation();
  return (
    <>
      <button type="button" onClick={() => open('42')}>
        marker
      </button>
      <ClickModeSwitch />
      <output>{pathname + search}</output>
    </>
  );
}

function setUp(rights: string[], click: 1 | 2 | 3 = 1) {
  const markers = { ...userInfo.settings.markers, click };
  knowUser({ ...userInfo, settings: { ...userInfo.settings, markers } }, rights);
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/mapcontent/mapmonitoring'] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return userEvent.setup();
}
const address = () => screen.getByRole('status').textContent;
const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.getAttribute('aria-label'));

it('a click on a vehicle opens its information, track playback or tracking, as selected in the toolbar', async () => {
  const user = setUp(['2', '20103', '20105']);
  expect(pressed()).toEqual(['点击车辆时 信息窗']);
  await user.click(screen.getByRole('button', { name: 'marker' }));
  expect([inform.mock.calls, address()]).toEqual([[['42']], '/mapcontent/mapmonitoring']);
  await user.click(screen.getByRole('button', { name: '点击车辆时 轨迹回放' }));
  expect(pressed()).toEqual(['点击车辆时 轨迹回放']);
  await user.click(screen.getByRole('button', { name: 'marker' }));
  expect(address()).toMatch(/^\/mapcontent\/trackPlayback\?targId=42&start=\d+&end=\d+$/);
  await user.click(screen.getByRole('button', { name: '点击车辆时 跟踪' }));
  await user.click(screen.getByRole('button', { name: 'marker' }));
  expect(address()).toBe('/mapcontent/tracking?targId=42');
  expect(inform).toHaveBeenCalledOnce();
  expect(useSession.getState().userInfo?.settings.markers.click).toBe(3);
});

it('offers only permitted click modes, and uses the first mode if the saved one is not permitted', async () => {
  const user = setUp(['2', '20103'], 2);
  expect(screen.queryByRole('button', { name: '点击车辆时 轨迹回放' })).toBeNull();
  expect(pressed()).toEqual(['点击车辆时 信息窗']);
  await user.click(screen.getByRole('button', { name: 'marker' }));
  expect(inform).toHaveBeenCalledWith('42');
});

it('hides the click mode switch if only one mode is permitted', () => {
  setUp(['2']);
  expect(screen.queryByRole('group', { name: '点击车辆时' })).toBeNull();
});
