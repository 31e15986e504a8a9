import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { SetupPage } from './SetupPage.tsx';
import type { SetupPath } from './setup-pages.ts';

const car = (id: string, carNo: string) => ({
  ltId: `v${id}`,
  ltName: carNo,
  ltType: 1,
  deptId: '1',
  parentId: '1',
  carNo,
  targId: id,
  carId: id,
  color: 2,
});

type Options = { rights: readonly string[]; answers?: Parameters<typeof stubServer>[0]; tab?: string };

/** A page with two vehicles to choose, 京A1 and 京A2. */
export function openPage(path: string, Page: ComponentType, options: Options) {
  giveSize(600, 'still');
  useSession.setState({ token: '0123456789abcdef.secret', userInfo, rights: [...options.rights] });
  const server = stubServer({
    'mainPage/getLeftTree2': () => page([car('1', '京A1'), car('2', '京A2')]),
    ...options.answers,
  });
  const common = createCommonMessages();
  const at = options.tab === undefined ? path : `${path}?tab=${options.tab}`;
  const router = createMemoryRouter([{ path, Component: Page }], { initialEntries: [at] });
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  const user = userEvent.setup();
  const choose = async (...plates: string[]) => {
    for (const plate of plates) await user.click(await screen.findByRole('treeitem', { name: new RegExp(plate) }));
  };
  return { server, common, user, choose, router };
}

export const openSetupPage = (path: SetupPath, options: Options) => openPage(path, () => <SetupPage path={path} />, options);
