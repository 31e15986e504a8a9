import SyncOutlined from '@ant-design/icons/SyncOutlined';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Pagination } from 'antd';
import dayjs from 'dayjs';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { startTexts, switchLanguage } from '../../api/i18n.ts';
import { AntdProvider } from './AntdProvider.tsx';

afterEach(cleanup);

const mounted = vi.fn();

function Child() {
  useEffect(() => mounted(), []);
  return <Pagination total={50} />;
}

it('gives antd and its calendars the texts of the language, also after a switch', async () => {
  await startTexts('zh');
  render(
    <AntdProvider>
      <Child />
    </AntdProvider>,
  );
  await screen.findByTitle('下一页');
  expect(dayjs('2024-11-03').format('MMMM dddd')).toBe('十一月 星期日');

  for (const [language, next, day] of [
    ['es', 'Página siguiente', 'noviembre domingo'],
    ['ja', '次のページ', '11月 日曜日'],
    ['en', 'Next Page', 'November Sunday'],
    ['zh', '下一页', '十一月 星期日'],
  ] as const) {
    await act(() => switchLanguage(language));
    await screen.findByTitle(next);
    expect(dayjs('2024-11-03').format('MMMM dddd')).toBe(day);
  }
  // A remount would lose input and running messages.
  expect(mounted).toHaveBeenCalledOnce();
});

it('adds the style of spinning icons once, for any number of icons', async () => {
  render(
    <AntdProvider>
      <SyncOutlined spin />
      <SyncOutlined spin />
    </AntdProvider>,
  );
  await screen.findAllByRole('img', { name: 'sync' });
  const sheets = [...document.querySelectorAll('[rc-util-key="@ant-design-icons"]')];
  expect(sheets.map(({ textContent }) => textContent?.includes('.anticon-spin'))).toEqual([true]);
});
