import { eduCourse } from '@fleetwarden/contract/education/edu-course-resource';
import { eduPlan } from '@fleetwarden/contract/education/edu-plan-resource';
import { eduTask } from '@fleetwarden/contract/education/edu-task-resource';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { findDialog, giveSize, page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { EducationPage } from './EducationPage.tsx';

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const record = ({ fields }: Resource, more: object) => ({
  id: '5',
  version: 1,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...Object.fromEntries(Object.keys(fields).map((key) => [key, null])),
  deptId: '1',
  deptName: '演示集团',
  ...more,
});
const course = record(eduCourse, {
  courseTitle: '防疲劳驾驶',
  kind: 3,
  subject: 2,
  minutes: 45,
  trades: [],
  pass: 80,
  fileName: '课件.pdf',
  state: 1,
});
const plan = (more: object) =>
  record(eduPlan, {
    planTitle: '三月安全教育',
    category: 2,
    courses: [],
    courseTitles: [],
    departments: [],
    departmentNames: [],
    ...more,
  });
const task = record(eduTask, {
  taskTitle: '三月安全教育',
  driverId: '7',
  driverName: '王芳',
  category: 2,
  state: 1,
  learnedMin: 45,
  requiredMin: 90,
});

function open(rights: readonly string[], at = '/', published: number | null = null, link: () => object = () => ({})) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'safeEdu/listCourse': () => page([course]),
    'safeEdu/listPlan': () => page([plan({ publishedAt: published })]),
    'safeEdu/listTask': () => page([task]),
    'safeEdu/getCourseFile': () => ({ url: '/course/1', fileName: '课件.pdf', bytes: 3 }),
    'safeEdu/publishPlan': () => ({ tasks: 2 }),
    'safeEdu/resendPlan': () => ({ tasks: 1, reminded: 3 }),
    'safeEdu/getLearnLink': link,
    'safeEdu/addRecord': () => ({ learnedMin: 90, completed: true }),
    'safeEdu/listRecord': () => ({
      list: [{ id: '1', learnedAt: 1_000, minutes: 45, examScore: 80, faceFail: 0, note: '首次', by: 'boss' }],
    }),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
  });
  const router = createMemoryRouter([{ path: '/', Component: EducationPage }], { initialEntries: [at] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}
const rowOf = async (name: string) =>
  (await screen.findAllByText(name)).map((each) => each.closest('tr')).find((row) => row !== null)!;
const notices = () => takeNotices().map(({ text }) => text);

describe('safety education', () => {
  it('has its tabs, and opens the file of a course', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open(['7050101']);
    await runRowAction(user, await rowOf('防疲劳驾驶'), '查看课件');
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/course/1', '_blank', 'noopener,noreferrer'));
    for (const tab of ['课程', '计划', '触发', '题库', '学习记录']) expect(screen.getAllByText(tab).length).toBeGreaterThan(0);
  });

  it('publishes a plan after a confirmation, and resends a published one', async () => {
    const { server, user } = open(['7050101', '7050110', '7050111'], '/?tab=plans');
    await runRowAction(user, await rowOf('三月安全教育'), '发布计划');
    const question = within(await findDialog('发布“三月安全教育”？'));
    await user.click(question.getByRole('button', { name: /发布计划|确\s*定/ }));
    await waitFor(() => expect(server.of('safeEdu/publishPlan')[0]?.data).toEqual({ ids: ['5'] }));
    await waitFor(() => expect(notices()).toContain('已发布，新增学习任务 2 个'));
    cleanup();
    const again = open(['7050101', '7050110', '7050111'], '/?tab=plans', 1_000);
    await runRowAction(again.user, await rowOf('三月安全教育'), '补发');
    await waitFor(() => expect(notices()).toContain('新增任务 1 个，已提醒 3 名驾驶员'));
  });

  it('copies the learning link of a driver, or says that none exists', async () => {
    const url = 'https://fleet.example.com/api/WebGis/learn/1.a.b';
    const answers: (string | null)[] = [url, null];
    const { server, user } = open(['7050101', '7050111'], '/?tab=tasks', null, () => ({ url: answers.shift() }));
    await runRowAction(user, await rowOf('王芳'), '复制学习链接');
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(url));
    expect(server.of('safeEdu/getLearnLink')[0]?.data).toEqual({ taskId: '5' });
    await runRowAction(user, await rowOf('王芳'), '复制学习链接');
    await waitFor(() => expect(notices()).toContain('未配置平台访问地址，无法生成链接'));
  });

  it('records the training of a driver', async () => {
    const { server, user } = open(['7050101', '7050103'], '/?tab=tasks');
    await runRowAction(user, await rowOf('王芳'), '登记学习');
    const dialog = within(await findDialog('登记学习 - 王芳'));
    expect(await dialog.findByText(/首次/)).toBeDefined();
    fireEvent.change(dialog.getByLabelText('学习时长（分钟）'), { target: { value: '45' } });
    fireEvent.change(dialog.getByLabelText('考试成绩'), { target: { value: '88' } });
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() =>
      expect(server.of('safeEdu/addRecord')[0]?.data).toMatchObject({ taskId: '5', minutes: 45, examScore: 88, faceFail: 0 }),
    );
  });
});
