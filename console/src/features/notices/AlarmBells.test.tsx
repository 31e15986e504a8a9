import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { knowUser } from '../../api/session.ts';
import { AlarmStore } from '../../live/alarm-store.ts';
import { alarm } from '../../live/testing-records.ts';
import { renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { AlarmBells } from './AlarmBells.tsx';
import { BELLS_REFRESH_MS } from './use-bell-counts.ts';

const CALL = 'mainPage/getBellPageNum';
const ALL = ['205', '170301', '17030101'];

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Where = () => <output>{useLocation().pathname}</output>;
function setUp(rights: string[], counts = { alarmCnt: 3, asalarmCnt: 120 }) {
  knowUser(userInfo, rights);
  const figures = { ...counts };
  const server = stubServer({ [CALL]: () => figures });
  const alarms = new AlarmStore();
  renderLive(
    <MemoryRouter>
      <AlarmBells />
      <Where />
    </MemoryRouter>,
    storeOf([]),
    ...([undefined, undefined, undefined] as const),
    alarms,
  );
  return { server, figures, alarms };
}
const link = (name: string) => screen.findByRole('link', { name });

it('count ordinary and active safety alarms, and link to their pages', async () => {
  setUp(ALL);
  const ordinary = await link('普通报警，3 条');
  const safety = await link('主动安全报警，120 条, 99+');
  expect([ordinary.getAttribute('href'), ordinary.textContent]).toEqual(['/QuickBar/danger', '3']);
  expect([safety.getAttribute('href'), safety.textContent]).toEqual(['/activesafety/safetyalarm/safetyalarm', '99+']);
});

it('hide the ordinary bell without permission 205', async () => {
  setUp(['2', '170301', '17030101'], { alarmCnt: 0, asalarmCnt: 1 });
  expect(await link('主动安全报警，1 条')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('hide the active safety bell without permission, and link it to the queue if only that is permitted', async () => {
  setUp(['205'], { alarmCnt: 2, asalarmCnt: 0 });
  await link('普通报警，2 条');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  cleanup();
  setUp(['50203', '5020301']);
  expect((await link('主动安全报警，120 条, 99+')).getAttribute('href')).toBe('/adasAlarm/adasAlarmDeal');
});

it('reset only the clicked bell, and open its link', async () => {
  setUp(ALL);
  await userEvent.click(await link('普通报警，3 条'));
  expect((await link('普通报警，0 条')).textContent).toBe('');
  expect(await link('主动安全报警，120 条, 99+')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('/QuickBar/danger');
});

it('count pushed alarms until the server sends the total', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { alarms, figures } = setUp(ALL);
  await link('普通报警，3 条');
  act(() => alarms.take([alarm({ alarmGid: 'a' }), alarm({ alarmGid: 'b', warnId: 66 })]));
  expect(await link('普通报警，4 条')).toBeTruthy();
  expect(await link('主动安全报警，121 条, 99+')).toBeTruthy();
  figures.alarmCnt = 9;
  await act(() => vi.advanceTimersByTimeAsync(BELLS_REFRESH_MS));
  expect(await link('普通报警，9 条')).toBeTruthy();
});

it('are updated from the server every 60 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, figures } = setUp(ALL);
  await link('普通报警，3 条');
  expect(BELLS_REFRESH_MS).toBe(60_000);
  figures.alarmCnt = 7;
  await act(() => vi.advanceTimersByTimeAsync(58_000));
  expect(server.of(CALL)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(server.of(CALL)).toHaveLength(2);
  await waitFor(() => expect(screen.getByRole('link', { name: '普通报警，7 条' })).toBeTruthy());
});
