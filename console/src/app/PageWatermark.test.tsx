import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useSession } from '../api/session.ts';
import { bellSounds } from '../shared/alarm-settings.ts';
import { userInfo } from '../ui/testing.tsx';
import { PageWatermark } from './PageWatermark.tsx';

afterEach(cleanup);

it('a watermark shows the user name over each page if the platform enables it', () => {
  useSession.setState({ userInfo });
  const { rerender } = render(<PageWatermark />);
  expect(screen.queryByTestId('page-watermark')).toBeNull();
  useSession.setState({ userInfo: { ...userInfo, watermark: true } });
  rerender(<PageWatermark />);
  const text = screen.getByTestId('page-watermark').textContent;
  expect(text).toMatch(/^系统管理员 \d{4}-\d{2}-\d{2}系统管理员/);
});

it('alarm sounds are off if the platform disables them', () => {
  useSession.setState({ userInfo });
  expect(bellSounds()).toBe(true);
  useSession.setState({ userInfo: { ...userInfo, bellSounds: false } });
  expect(bellSounds()).toBe(false);
});
