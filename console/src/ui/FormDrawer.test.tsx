import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../api/client.ts';
import { startTexts } from '../api/i18n.ts';
import { endSession, useSession } from '../api/session.ts';
import { FormDrawer } from './FormDrawer.tsx';
import { findDialog } from './testing.tsx';
import { AntdProvider } from './theme/AntdProvider.tsx';

type Values = { name: string; phone: string };

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'a.b' });
});
afterEach(() => {
  cleanup();
  endSession();
});

function Page({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const [open, setOpen] = useState(true);
  return (
    <AntdProvider>
      <FormDrawer<Values>
        open={open}
        title="新增司机"
        initialValues={{ name: '', phone: '' }}
        onSubmit={onSubmit}
        onClose={() => setOpen(false)}
      >
        <Form.Item name="name" label="姓名" rules={[{ required: true, message: '请输入姓名' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="phone" label="手机号">
          <Input />
        </Form.Item>
      </FormDrawer>
    </AntdProvider>
  );
}

function setUp(onSubmit: (values: Values) => Promise<unknown> = async () => {}) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <Page onSubmit={onSubmit} /> },
      { path: '/other', element: <p>别处</p> },
    ],
    { initialEntries: ['/'] },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

const drawer = () => screen.findByRole('dialog', { name: '新增司机' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: '新增司机' })).toBeNull());

describe('FormDrawer', () => {
  it('submits the entered values, once for a double click, and closes', async () => {
    let finish = () => {};
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = setUp(onSubmit);
    await drawer();
    await user.type(field('姓名'), '张三');
    await user.dblClick(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    expect(onSubmit).toHaveBeenCalledWith({ name: '张三', phone: '' });
    finish();
    await gone();
  });

  it('marks missing values and sends nothing', async () => {
    const onSubmit = vi.fn(async () => {});
    const { user } = setUp(onSubmit);
    await drawer();
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请输入姓名')).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('stays open with its values when refused and shows the refused fields', async () => {
    const { user } = setUp(async () => {
      throw new Refusal('4001', '参数错误', [
        { path: 'phone', message: '手机号格式不正确' },
        { path: 'deptId', message: '部门不存在' },
      ]);
    });
    await drawer();
    await user.type(field('姓名'), '张三');
    await user.type(field('手机号'), '12{Enter}');
    expect(await screen.findByText('手机号格式不正确')).toBeDefined();
    expect(within(screen.getByRole('alert')).getByText('部门不存在')).toBeDefined();
    expect(field('姓名').value).toBe('张三');
  });

  it('confirms before it discards changes, and closes immediately without changes', async () => {
    const { user } = setUp();
    await drawer();
    await user.type(field('姓名'), '张');
    await user.click(screen.getByRole('button', { name: '取消' }));
    const question = await findDialog('有未保存的修改');
    await user.click(within(question).getByRole('button', { name: '继续编辑' }));
    expect(field('姓名').value).toBe('张');
    await user.click(screen.getByRole('button', { name: '取消' }));
    await user.click(await screen.findByRole('button', { name: '放弃修改' }));
    await gone();
    cleanup();
    const fresh = setUp();
    await drawer();
    await fresh.user.click(screen.getByRole('button', { name: '取消' }));
    await gone();
    expect(screen.queryByText('有未保存的修改')).toBeNull();
  });

  it('confirms before the page is left with changes', async () => {
    const { user, router } = setUp();
    await drawer();
    await user.type(field('姓名'), '张');
    await router.navigate('/other');
    expect(router.state.location.pathname).toBe('/');
    await user.click(await screen.findByRole('button', { name: '放弃修改' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/other'));
  });

  it('does not close on a click outside, and focuses its first field', async () => {
    const { user } = setUp();
    await drawer();
    await waitFor(() => expect(document.activeElement).toBe(field('姓名')));
    await user.click(document.querySelector('.ant-drawer-mask')!);
    expect(screen.getByRole('dialog', { name: '新增司机' })).toBeDefined();
  });
});
