import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { ReportPage } from './ReportPage.tsx';

export type Handlers = Parameters<typeof stubServer>[0];

/** For tests of report pages: runs before each test. */
export async function beginPage(): Promise<void> {
  await startTexts('zh');
  takeNotices();
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
}

/** Runs after each test. */
export function endPage(): void {
  cleanup();
  takeNotices();
  localStorage.clear();
}

/** Opens the page of a report at a URL, with a fake server of default replies and `handlers`. */
export function showReport(made: ReportTemplate, address = '', handlers: Handlers = {}) {
  const server = stubServer({
    'report/getReportTemplate': () => made,
    'report/getCustomCols': () => ({ list: [] }),
    'report/updateCustomCols': () => ({}),
    'report/getDeptPullDownVal': () => ({
      list: [
        { deptId: '1', deptName: '演示集团' },
        { deptId: '2', deptName: '第二公司' },
      ],
    }),
    'report/getCarPullDownVal': () => ({ list: [{ carId: '7', carName: '粤B77777', color: 2 }] }),
    ...handlers,
  });
  const routes = [
    { path: made.path, element: <ReportPage reportId={made.reportId} /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [made.path + address] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}

/** Texts of the messages shown so far. */
export const noticeTexts = () => takeNotices().map(({ text }) => text);

/** The dialog with this title. In tests antd gives all dialogs one ID, so their accessible names cannot be computed. */
export const dialogOf = (title: string) =>
  waitFor(() => {
    const dialog = screen.getAllByRole('dialog').find((each) => within(each).queryByText(title));
    if (!dialog) throw new Error(`'${title}' is in no dialog`);
    return dialog;
  });
