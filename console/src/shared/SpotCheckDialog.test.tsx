import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { refuse, renderLive, storeOf, stubServer } from '../ui/testing.tsx';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';
import { SpotCheckDialog } from './SpotCheckDialog.tsx';

const CHECK = 'car/addSpotCheck';

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function setUp(answer: () => unknown) {
  const server = stubServer({ [CHECK]: answer });
  const onClose = vi.fn();
  renderLive(
    <AntdProvider>
      <SpotCheckDialog vehicle={{ carId: '7', plate: '粤B77777' }} kind={2} onClose={onClose} />
    </AntdProvider>,
    storeOf([]),
  );
  const dialog = within(await screen.findByRole('dialog', { name: '抽查 - 粤B77777' }));
  return { server, onClose, dialog, user: userEvent.setup() };
}

it('saves the result of the spot check and its method', async () => {
  const { server, onClose, dialog, user } = await setUp(() => ({ checkId: '1' }));
  await user.click(dialog.getByRole('radio', { name: '违规' }));
  await user.type(dialog.getByLabelText('备注'), '超速');
  await user.click(dialog.getByRole('button', { name: /保.?存/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.of(CHECK)[0]?.data).toEqual({ carId: '7', kind: 2, result: 4, note: '超速' });
  expect(takeNotices().map(({ text }) => text)).toEqual(['已登记抽查']);
});

it('stays open if the server refuses', async () => {
  const { server, onClose, dialog, user } = await setUp(() => refuse('4004', '没有这辆车'));
  await user.click(dialog.getByRole('button', { name: /保.?存/ }));
  await waitFor(() => expect(server.of(CHECK)[0]?.data).toMatchObject({ result: 1, note: '' }));
  await waitFor(() => expect(takeNotices().length).toBeGreaterThan(0));
  expect(onClose).not.toHaveBeenCalled();
});
