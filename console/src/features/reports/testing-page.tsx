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

/** For tests of pages of reports: before each. */
export async function beginPage(): Promise<void> {
  await startTexts('zh');
  takeNotices();
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
}

/** After each. */
export function endPage(): void {
  cleanup();
  takeNotices();
  localStorage.clear();
}

/** The page of a report at an address, before a server that answers what every report asks, and `handlers`. */
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

/** What people were told. */
export const said = () => takeNotices().map(({ text }) => text);

/** The dialog with this title: under test antd gives all dialogs one id, so their names cannot be computed. */
export const dialogOf = (title: string) =>
  waitFor(() => {
    const dialog = screen.getAllByRole('dialog').find((each) => within(each).queryByText(title));
    if (!dialog) throw new Error(`'${title}' is in no dialog`);
    return dialog;
  });
