import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { endSession, useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../ui/testing.tsx';
import { VideoWallPage } from './VideoWallPage.tsx';

export const PATH = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';
export const car = (id: string, carNo: string) => ({
  ltId: `v${id}`,
  ltName: carNo,
  ltType: 1,
  deptId: '1',
  parentId: '1',
  carNo,
  targId: id,
  carId: `9${id}`,
  color: 2,
  status: '2',
});
const CHANNELS = [
  { channel: 1, name: '前方', kind: 0, icon: 1 },
  { channel: 2, name: '车厢', kind: 0, icon: 1 },
];

export type Options = {
  rights?: readonly string[];
  address?: string;
  layout?: 1 | 4 | 6 | 9 | 16;
  realtime?: () => unknown;
  calls?: Parameters<typeof stubServer>[0];
  signedIn?: boolean;
  vehicles?: Parameters<typeof storeOf>[0];
};

/** Renders the video wall of a user. */
export function open({
  rights = ['2', '20401', '20405', '20408'],
  address = PATH,
  layout = 4,
  realtime,
  calls = {},
  signedIn = true,
  vehicles = [vehicle('1', { status: '2' }), vehicle('2')],
}: Options = {}) {
  giveSize(600, 'still');
  const settings = { ...userInfo.settings, videoWall: { layout, keepsRetrying: false, rotationSeconds: 30, videoOnly: false } };
  useSession.setState({ token: '0123456789abcdef.secret', userInfo: { ...userInfo, settings }, rights: [...rights] });
  if (!signedIn) endSession();
  let views = 0;
  const server = stubServer({
    'mainPage/getLeftTree2': () => page([car('1', '京A1'), car('2', '京A2')]),
    'video/countChannel': () => ({ departments: [], vehicles: [] }),
    'video/listChannel': ({ data }) => ({ list: data['targId'] === '1' ? CHANNELS : [] }),
    'car/getOtherParams': ({ data }) => ({ cno: `京A${data['targId']}`, color: 2 }),
    'video/realtime':
      realtime ?? (() => ({ url: `/media/${++views}`, sessionId: String(views), lifeMs: 1_000, limitMs: 300_000 })),
    ...calls,
    'setting/saveUserSetting': ({ data }) => ({ ...settings, ...data }),
  });
  const router = createMemoryRouter(
    [
      { path: PATH, Component: VideoWallPage },
      { path: '/login', element: <p>the login</p> },
    ],
    { initialEntries: [address] },
  );
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf(vehicles), common);
  return { server, router, common, user: userEvent.setup() };
}

export const tiles = () => screen.findAllByRole('region', { name: /^画面 \d+$/ });
export const tile = async (n: number) => (await tiles())[n - 1]!;
export const videoOf = (region: HTMLElement) => region.querySelector('video')!;
export const row = (name: RegExp) => screen.findByRole('treeitem', { name });
export const openedTiles = async () =>
  (await tiles()).map((region) => region.querySelector('video')?.getAttribute('aria-label') ?? '');
