import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import type { TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import { parseRefreshOption } from '@fleetwarden/contract/monitor/map-settings';
import { permission } from '@fleetwarden/contract/permissions';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../api/session.ts';
import { useLive } from '../../shared/live-context.ts';
import { useMapSettings } from '../../shared/map-settings.ts';
import type { MenuPoint } from '../../ui/ContextMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import type { MenuTarget } from './FleetTreeView.tsx';
import { FleetTreeView } from './FleetTreeView.tsx';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import { SearchBox } from './SearchBox.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useTreeMemory } from './tree-memory.ts';
import { useDisconnected } from './use-disconnected.ts';
import { useOfTree } from './use-fleet-tree.ts';
import type { MonitorUrl, TreeTab } from './use-monitor-url.ts';
import { TREE_TABS } from './use-monitor-url.ts';
import { DepartmentMenu } from './VehicleMenu.tsx';
import styles from './VehiclePanel.module.css';
import { useVehicleMenu } from './vehicle-menu.ts';

const MapSettingsDrawer = lazyComponent(async () => (await import('./settings/MapSettingsDrawer.tsx')).MapSettingsDrawer);

type Props = {
  fleet: { tree: FleetTree | null; failed: boolean; retry: () => void };
  follower: Follower | null;
  options: ReadonlySet<TreeOption>;
  url: MonitorUrl;
  onUrl: (change: Partial<MonitorUrl>) => void;
  onLocate: (row: number) => void;
};

const TAB_TEXTS = {
  all: 'monitor.tabAll',
  followed: 'monitor.tabFollowed',
  unfollowed: 'monitor.tabUnfollowed',
  groups: 'monitor.tabGroups',
} as const satisfies Record<TreeTab, string>;

const versionOf = ({ version }: FleetTree) => version;

/** Shown while the vehicle list loads; reports blocked sockets. */
function Waiting() {
  const { t } = useTranslation();
  if (useDisconnected()) return <State title={t('monitor.disconnected')} hint={t('monitor.disconnectedHint')} />;
  return <SkeletonRows label={t('monitor.treeLoading')} rows={12} />;
}

/** The left panel of the monitoring centre: counts, search and tree. */
export function VehiclePanel(props: Props) {
  const { fleet, follower, options, url, onUrl, onLocate } = props;
  const { t } = useTranslation();
  const { store, state } = useLive();
  const openVehicleMenu = useVehicleMenu();
  const [menu, setMenu] = useState<{ dept: number; at: MenuPoint } | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const { tree, failed, retry } = fleet;
  const version = useOfTree(tree, versionOf);
  const treeView = useRef<VirtualTreeHandle>(null);
  /** Enter was pressed before its search reached the tree. */
  const enter = useRef(false);
  useTreeMemory(tree, () => treeView.current, state?.init === 2);

  function locateFirst() {
    enter.current = true;
    // The filter of the latest search is set after this render.
    setTimeout(() => {
      const row = enter.current && tree ? tree.firstVehicle() : -1;
      enter.current = false;
      if (row < 0) return;
      onUrl({ sel: store.idOf(row) });
      onLocate(row);
    });
  }

  const loading = !tree || !follower || (state?.init !== 2 && store.size === 0);
  const clear = { label: t('monitor.clearFilter'), onClick: () => onUrl({ status: 'all', q: '', tab: 'all' }) };
  const showAll = { label: t('monitor.showAll'), onClick: () => onUrl({ tab: 'all' }) };

  function body() {
    if (failed && !tree)
      return <State live="alert" title={t('monitor.treeFailed')} action={{ label: t('common.retry'), onClick: retry }} />;
    if (loading && tree) return <Waiting />;
    if (loading || !tree || !follower) return <SkeletonRows label={t('monitor.treeLoading')} rows={12} />;
    if (store.size === 0) return <NoVehicles />;
    if (tree.matched === 0 && url.tab === 'followed' && url.q === '' && url.status === 'all')
      return <State title={t('monitor.noFollowed')} action={showAll} />;
    if (tree.matched === 0) return <State title={t('monitor.noMatch')} action={clear} />;
    return (
      <FleetTreeView
        ref={treeView}
        tree={tree}
        version={version}
        store={store}
        follower={follower}
        options={options}
        selected={url.sel}
        onSelect={(sel) => onUrl({ sel })}
        onLocate={onLocate}
        onMenu={showMenu}
      />
    );
  }

  function showMenu(target: MenuTarget, at: MenuPoint) {
    if ('tid' in target) openVehicleMenu?.(target.tid, at);
    else setMenu({ dept: target.dept, at });
  }

  return (
    <aside className={styles['panel']} aria-label={t('monitor.panel')}>
      <StatusBar value={url.status} onChange={(status) => onUrl({ status })} />
      <SearchBox value={url.q} onSearch={(q) => onUrl({ q })} onEnter={locateFirst} onDown={() => treeView.current?.focus(0)} />
      <div className={styles['tabs']}>
        <TabBar
          label={t('monitor.panel')}
          items={TREE_TABS.map((key) => ({ key, label: t(TAB_TEXTS[key]) }))}
          active={url.tab}
          onChange={(tab) => onUrl({ tab })}
        />
        {tree?.filtered && (
          <span className={styles['matches']} role="status">
            {t('monitor.matches', { count: tree.matched })}
          </span>
        )}
        <PanelButtons />
      </div>
      <div className={styles['body']}>{body()}</div>
      {menu && tree && follower && <DepartmentMenu {...menu} tools={{ tree, follower }} onClose={closeMenu} />}
    </aside>
  );
}

/** Replaces the panel for users without access to live vehicles: the map stays usable. */
export function ClosedPanel() {
  const { t } = useTranslation();
  return (
    <aside className={styles['panel']} aria-label={t('monitor.panel')}>
      <State title={t('monitor.closed')} hint={t('monitor.closedHint')} />
    </aside>
  );
}

/** No vehicles yet, with a button to add one for users with the permission. */
function NoVehicles() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = { label: t('monitor.addVehicles'), onClick: () => void navigate('/platform/carInfoManagement') };
  return <State title={t('monitor.noVehicles')} {...(useMay(permission.vehicles) ? { action: add } : {})} />;
}

/** Buttons beside the tabs: manual refresh where updates are off, and settings. */
function PanelButtons() {
  const { t } = useTranslation();
  const { store } = useLive();
  const may = useMay(permission.mapSettings);
  const { refreshsetting } = useMapSettings();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <span className={styles['buttons']}>
      {parseRefreshOption(refreshsetting).everyMs !== 0 && (
        <IconButton label={t('mapSetting.refreshNow')} icon={<ReloadOutlined />} onClick={() => store.refresh()} />
      )}
      {may && <IconButton label={t('mapSetting.title')} icon={<SettingOutlined />} onClick={() => setDrawer('open')} />}
      {drawer !== 'never' && (
        <Suspense fallback={null}>
          <MapSettingsDrawer open={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </span>
  );
}
