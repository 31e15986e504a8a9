import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@fleetwarden/contract/call';
import { type ConsoleRoute, consoleRoutes } from '@fleetwarden/contract/console-routes';
import { expiryCalls } from '@fleetwarden/contract/expiry/routes';
import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { roleCalls, roleSFCalls, userCalls, userSFCalls } from '@fleetwarden/contract/identity/people/routes';
import { installationsCalls } from '@fleetwarden/contract/installations/routes';
import { noticeboardCalls } from '@fleetwarden/contract/notices/board/routes';
import { allPermissions, permissionTree } from '@fleetwarden/contract/permission-tree';
import { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import { repairsCalls } from '@fleetwarden/contract/repairs/routes';
import { resources } from '@fleetwarden/contract/resources';
import { resourceCalls } from '@fleetwarden/contract/resources/resource-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStores } from '../../test/support/demo/demo-records.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { ensureAdmin } from '../modules/identity/index.ts';
import { enterDemo } from './enter-demo.ts';
import { seedDemo } from './seed.ts';

/** The pages of platform management (routes.md 2.3): the last part of the path, the page's code, and the call that fills it. */
const PLATFORM_PAGES = [
  ['userManagement/echarForTable', '604', 'user/listUser'],
  ['userManagementSF/echarForTableSF', '621', 'userSF/listUserSF'],
  ['roleManagement', '606', 'role/listRole'],
  ['roleManagementSF', '622', 'roleSF/listRoleSF'],
  ['carInfoManagement', '601', 'car/listCar'],
  ['carInfoCDManagement', '614', 'car/listFleetCar'],
  ['departManagement', '602', 'dept/listDept'],
  ['driverManagement', '605', 'driver/listDriver'],
  ['agentManagement', '603', 'agent/listAgent'],
  ['operatorManagement', '615', 'operator/listOperator'],
  ['devicePropertiesManagement', '612', 'device/listDevice'],
  ['supPlatformManagement', '608', 'plat/listSuperior'],
  ['supPlatformMonitoring', '610', 'plat/listLinkState'],
  ['distributPlatformManagement', '607', 'forward/listForward'],
  ['quotaManagement', '616', 'quota/listQuota'],
  ['deletedCarsManagement', '609', 'car/listDeletedCar'],
  ['publicnoticeManagement', '618', 'notice/listNotice'],
  ['expirreminderagement', '619', 'expiry/listExpiry'],
  ['repairManagement', '620', 'repair/listRepair'],
  ['terminalinstallationManagement', '623', 'install/listInstall'],
] as const;

/** Pages under the same path that the specification's table does not have: other issues' own. */
const OTHERS = ['/platform/operationLog', '/platform/sessionManagement', '/platform/terminalModelManagement'];

/** Every call of these pages. */
const calls: readonly Route[] = [
  expiryCalls,
  installationsCalls,
  noticeboardCalls,
  platformsCalls,
  quotasCalls,
  repairsCalls,
  fleetCalls,
  roleCalls,
  roleSFCalls,
  userCalls,
  userSFCalls,
  ...Object.values(resources).map((resource) => resourceCalls(resource)),
].flatMap((table: Readonly<Record<string, Route>>) => Object.values(table));

/** Fewest rows of a page. */
const FEW = 3;

// the server does not import the console: its page tables are parsed as text
const CONSOLE_APP = join(import.meta.dirname, '../../../console/src/app');
const stableRandom = ['pages.ts', 'resource-pages.ts'].map((file) => readFileSync(join(CONSOLE_APP, file), 'utf8')).join('\n');
const isDrawn = (path: string) => stableRandom.includes(`\n  '${path}': async () =>`);

const routes = new Map<string, ConsoleRoute>(consoleRoutes.map((route) => [route.path, route]));
const permissions = new Map(permissionTree.map((row) => [row.code as string, row]));

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  const { rootDepartmentId } = await seedDemo(server.db, 40, 'a key of thirty-two characters!!');
  await ensureAdmin({ db: server.db, demo: true });
  await enterDemo(
    demoStores(server, (error) => {
      throw error;
    }),
    rootDepartmentId,
  );
  await server.account('everybody', rootDepartmentId, allPermissions);
  token = await server.signIn('everybody');
});
afterAll(() => server.stop());

it('the texts sent to drivers are listed', async () => {
  const { body } = await server.call('POST', 'msg/listMessage', {}, { authorization: token });
  expect(body.code).toBe('0');
  expect(body.data.list.length).toBeGreaterThan(0);
});

it('platform management has exactly these pages', () => {
  const found = consoleRoutes.map(({ path }): string => path).filter((path) => path.startsWith('/platform/'));
  const expected = [...PLATFORM_PAGES.map(([page]) => `/platform/${page}`), ...OTHERS];
  expect(found.toSorted()).toEqual(expected.toSorted());
});

describe.each(PLATFORM_PAGES)('/platform/%s', (page, code, list) => {
  const path = `/platform/${page}`;
  // a call that several pages share names several codes, and belongs to none of them
  const own = calls.filter(({ permission }) => typeof permission === 'string' && permission.startsWith(code));
  const ofRecords = Object.values(resources).flatMap((resource) =>
    resource.page === path ? Object.values<Route>(resourceCalls(resource)) : [],
  );

  it('has a route with its code', () => {
    expect(routes.get(path)).toMatchObject({ nav: 6, roles: expect.arrayContaining([code]) });
  });

  it('has a page in the console', () => {
    expect(isDrawn(path)).toBe(true);
  });

  it('is in the permission tree, with a view button', () => {
    expect(permissions.get(code)).toMatchObject({ parent: '6', name: routes.get(path)!.title });
    expect(permissions.get(`${code}01`)).toMatchObject({ parent: code, name: 'action.view' });
  });

  it('has calls whose buttons are below the page in the permission tree', () => {
    expect(own.find((call) => call.path === list)?.permission).toBe(`${code}01`);
    for (const { path: name, permission } of own)
      expect([name, permissions.get(String(permission))?.parent]).toEqual([name, code]);
    // options in forms need no permission of the page
    const guarded = ofRecords.filter(({ permission }) => permission !== 'anyRight');
    expect(guarded.filter(({ permission }) => !String(permission).startsWith(code))).toEqual([]);
  });

  it('has records in the demo', async () => {
    const { body } = await server.call('POST', list, {}, { authorization: token });
    expect(body.code).toBe('0');
    expect(body.data.list.length).toBeGreaterThanOrEqual(FEW);
    expect(body.pageModel.total).toBeGreaterThanOrEqual(body.data.list.length);
  });
});
