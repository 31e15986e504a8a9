import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { describe, expect, it } from 'vitest';
import { breadcrumbs, hasSidebar, isFold, type MenuUser, markedPath, menuTree, navOf } from './menu.ts';

const everything: MenuUser = { rights: allPermissions, clientType: 4, pending: () => false };
const rightsOf = (...rights: string[]): MenuUser => ({ ...everything, rights });

const sections = (path: string, user = everything) => menuTree(path, user).map((section) => section.path);
const pagesOf = (path: string, user = everything) =>
  menuTree(path, user).flatMap(({ entries }) =>
    entries.flatMap((entry) => (isFold(entry) ? entry.pages : [entry]).map((p) => p.path)),
  );

describe('sidebar and tag bar', () => {
  it.each([3, 4, 5, 6, 7])('show for navigation number %i', (nav) => {
    const paths = consoleRoutes.filter((route) => route.nav === nav).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every(hasSidebar)).toBe(true);
  });
  it.each([0, 1, 2, 88])('hide for navigation number %i', (nav) => {
    const paths = consoleRoutes.filter((route) => route.nav === nav).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.some(hasSidebar)).toBe(false);
  });
  it.each([
    [3, 'alarmrule'],
    [4, 'report'],
    [5, 'activesafety'],
    [6, 'platform'],
    [7, 'setup'],
  ])('number %i is the group %s', (nav, name) => {
    const [path] = consoleRoutes.filter((route) => route.path.startsWith(`/${name}/`)).map((route) => route.path);
    expect(navOf(path ?? '')).toBe(nav);
    expect(sections(path ?? '')).toEqual([`/${name}`]);
  });
  it('an unknown path has number 88', () => {
    expect(navOf('/nowhere')).toBe(88);
  });
});

describe('the tree of the sidebar', () => {
  it('shows only groups whose name the path contains', () => {
    expect(sections('/adasAlarm/adasAlarmDeal')).toEqual(['/adasAlarm']);
    expect(sections('/activesafety/safetyalarm/safetyalarm')).toEqual(['/activesafety']);
  });
  it('shows no group of another number, even if the path contains its name', () => {
    expect(sections('/alarmrule/common/platformfatigueSettings')).toEqual(['/alarmrule']);
    expect(sections('/activesafety/alarmstatistics/activealarmreport')).toEqual(['/activesafety']);
  });
  it('is empty on pages without a sidebar', () => {
    expect(sections('/mapcontent/mapmonitoring')).toEqual([]);
  });
  it('contains the pages that the user may open, in the order of the table', () => {
    expect(pagesOf('/platform/driverManagement', rightsOf('605', '601', '624'))).toEqual([
      '/platform/carInfoManagement',
      '/platform/driverManagement',
      '/platform/operationLog',
    ]);
  });
  it('depends on the client type', () => {
    expect(pagesOf('/platform/driverManagement', rightsOf('604', '606', '621', '622'))).toEqual([
      '/platform/userManagement/echarForTable',
      '/platform/roleManagement',
    ]);
    expect(pagesOf('/platform/driverManagement', { ...rightsOf('604', '606', '621', '622'), clientType: 7 })).toEqual([
      '/platform/userManagementSF/echarForTableSF',
      '/platform/roleManagementSF',
    ]);
  });
  it('omits hidden and pending pages', () => {
    const user: MenuUser = { ...everything, pending: (path) => path !== '/platform/operationLog' };
    expect(pagesOf('/platform/operationLog', user)).toEqual(['/platform/operationLog']);
    const hidden = new Set<string>(consoleRoutes.filter((route) => 'hidden' in route).map(({ path }) => path));
    for (const { path } of consoleRoutes) expect(pagesOf(path).some((page) => hidden.has(page))).toBe(false);
  });
  it('omits groups without pages', () => {
    expect(menuTree('/platform/operationLog', rightsOf())).toEqual([]);
    const [reports] = menuTree('/report/navigationReporting', rightsOf('41801'));
    expect(reports?.entries.map(({ path }) => path)).toEqual([
      '/report/navigationReporting',
      '/report/downloadCenter',
      '/report/statementchuanreport',
    ]);
  });
  it('folds an inner group at the position of its first page', () => {
    const [setup] = menuTree('/setup/platsettings', everything);
    expect(setup?.entries.map(({ path }) => path)).toEqual([
      '/setup/common',
      '/setup/terminal',
      '/setup/messageCentre',
      '/setup/platsettings',
      '/setup/adasalarm',
      '/setup/safeEducation/safeEdusettings',
      '/setup/alibbcloundsms',
    ]);
  });
});

describe('the active entry', () => {
  it('is the page itself, or the page that it refers to', () => {
    expect(markedPath('/platform/driverManagement')).toBe('/platform/driverManagement');
    expect(markedPath('/mapcontent/tracking')).toBe('/mapcontent/mapmonitoring');
  });
});

describe('breadcrumbs', () => {
  it('link from the groups to the page, a group to its first page', () => {
    expect(breadcrumbs('/report/basicstatementreport/vehicleMileage', everything)).toEqual([
      { title: 'page.reports', to: '/report/navigationReporting' },
      { title: 'report.basicstatementreport', to: '/report/basicstatementreport/vehicleOnlineRate' },
      { title: 'report.vehicleMileage', to: null },
    ]);
  });
  it('have no link to the current page, or to a group without permitted pages', () => {
    expect(breadcrumbs('/platform/userManagement/echarForTable', everything)[0]).toEqual({ title: 'page.information', to: null });
    expect(breadcrumbs('/platform/driverManagement', rightsOf())[0]).toEqual({ title: 'page.information', to: null });
  });
  it('do not repeat a title', () => {
    expect(breadcrumbs('/report/navigationReporting', everything)).toEqual([{ title: 'page.reports', to: null }]);
  });
  it('are empty for an unknown path', () => {
    expect(breadcrumbs('/nowhere', everything)).toEqual([]);
  });
});
