import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { endSession, knowUser } from '../../api/session.ts';
import { stubServer, userInfo } from '../../ui/testing.tsx';
import { InspectionPassword } from './InspectionPassword.tsx';

/** antd loads with the dialog. */
const SLOW = { timeout: 10_000 };

function setUp(rights: readonly string[]) {
  knowUser(userInfo, rights);
  const server = stubServer({ 'car/makeInspectPasswd': () => ({ password: '48320159' }) });
  render(<InspectionPassword carId="92" plate="京A12345" />);
  return { server, user: userEvent.setup() };
}

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  endSession();
});

describe('the inspection password of a vehicle', () => {
  it('is not offered without permission to edit vehicles', () => {
    setUp(['2']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is generated after a warning, shown once, and copied', async () => {
    const { server, user } = setUp(['60103']);
    await user.click(screen.getByRole('button', { name: '查验口令' }));
    expect(await screen.findByRole('dialog', { name: '为 京A12345 生成查验口令？' }, SLOW)).toBeTruthy();
    expect(screen.getByText('原口令立即失效，使用原口令打开的查验会话将结束')).toBeTruthy();
    expect(server.requests).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '生成口令' }));
    expect(await screen.findByText('48320159')).toBeTruthy();
    expect(screen.getByText('口令仅显示一次，请复制后交给查验人员')).toBeTruthy();
    expect(server.of('car/makeInspectPasswd').map(({ data }) => data)).toEqual([{ carId: '92' }]);
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: /复制口令/ }));
    expect(write).toHaveBeenCalledExactlyOnceWith('48320159');
    expect(takeNotices().map(({ text }) => text)).toEqual(['已复制']);
    await user.click(screen.getByRole('button', { name: '完成' }));
    await user.click(screen.getByRole('button', { name: '查验口令' }));
    await screen.findByRole('button', { name: '生成口令' });
    expect(screen.queryByText('48320159')).toBeNull();
  });

  it('is not generated if the dialog is cancelled', async () => {
    const { server, user } = setUp(['60103']);
    await user.click(screen.getByRole('button', { name: '查验口令' }));
    await user.click(await screen.findByRole('button', { name: '取消' }, SLOW));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requests).toHaveLength(0);
  });
});
