import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { endSession, knowUser, useSession } from '../api/session.ts';
import { connectLive } from '../live/connection.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';
import { LiveProvider } from './LiveProvider.tsx';
import { Shell } from './Shell.tsx';

// Sockets are an external boundary
vi.mock('../live/connection.ts', () => ({ connectLive: vi.fn(() => ({ setView: () => {}, close: () => {} })) }));

afterEach(() => {
  cleanup();
  vi.mocked(connectLive).mockClear();
});

it.each([
  [true, 1],
  [false, 0],
])('with sockets %s opens %i connection', (sockets, connections) => {
  render(
    <LiveProvider prefix="abc" sockets={sockets}>
      {null}
    </LiveProvider>,
  );
  expect(connectLive).toHaveBeenCalledTimes(connections);
});

it.each([
  [['2', '20101'], true],
  [['2', '20102'], false],
])('with the rights %j the live socket requests positions: %s', (rights, positions) => {
  useSession.setState({ rights });
  render(
    <LiveProvider prefix="abc" sockets>
      {null}
    </LiveProvider>,
  );
  expect(connectLive).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ positions }));
});

it.each([
  [['2', '20101'], true],
  [['2', '205'], false],
  [['17030101'], true],
  [['5020301'], true],
  [['2', '20102'], false],
])('with the rights %j the live socket requests alarms: %s', (rights, heard) => {
  useSession.setState({ rights });
  render(
    <LiveProvider prefix="abc" sockets>
      {null}
    </LiveProvider>,
  );
  expect(vi.mocked(connectLive).mock.calls[0]?.[0].alarms !== undefined).toBe(heard);
});

it('reports a message without data: 连接失败,重新连接', async () => {
  await startTexts('zh');
  render(
    <LiveProvider prefix="abc" sockets>
      {null}
    </LiveProvider>,
  );
  vi.mocked(connectLive).mock.calls[0]?.[0].onProblem?.({ socket: 'gpsmsg', kind: 'noData' });
  expect(takeNotices()).toEqual([{ kind: 'warning', text: '连接失败,重新连接', seconds: 3 }]);
});

it.each([
  [null, 1],
  [{ carNo: '京A12345', carId: '1', targId: '1', color: 2 }, 0],
])('the shell of a session that inspects %j has %i connection', async (inspection, connections) => {
  await startTexts('zh');
  stubServer({});
  knowUser({ ...userInfo, inspection }, ['2']);
  useSession.setState({ token: 'abc.secret' });
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component: Shell }])} />);
  await screen.findByRole('main');
  expect(connectLive).toHaveBeenCalledTimes(connections);
  endSession();
});
