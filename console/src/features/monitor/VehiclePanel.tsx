import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../ui/live-context.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import type { VirtualTreeHandle } from '../../ui/VirtualTree.tsx';
import { FleetTreeView } from './FleetTreeView.tsx';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import { SearchBox } from './SearchBox.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useDisconnected } from './use-disconnected.ts';
import type { MonitorUrl } from './use-monitor-url.ts';
import styles from './VehiclePanel.module.css';

type Props = {
  fleet: { tree: FleetTree | null; version: number; failed: boolean; retry: () => void };
  follower: Follower | null;
  url: MonitorUrl;
  onUrl: (change: Partial<MonitorUrl>) => void;
  onLocate: (row: number) => void;
};

const TABS = [
  { key: 'all', text: 'monitor.tabAll' },
  { key: 'followed', text: 'monitor.tabFollowed' },
] as const;

/** While the list of vehicles is on its way; where sockets are kept from us it does not come, and that is said. */
function Waiting() {
  const { t } = useTranslation();
  if (useDisconnected()) return <State title={t('monitor.disconnected')} hint={t('monitor.disconnectedHint')} />;
  return <SkeletonRows label={t('monitor.treeLoading')} rows={12} />;
}

/** The monitoring centre's left panel: counts, search, and the tree. */
export function VehiclePanel({ fleet, follower, url, onUrl, onLocate }: Props) {
  const { t } = useTranslation();
  const { store, state } = useLive();
  const { tree, version, failed, retry } = fleet;
  const treeView = useRef<VirtualTreeHandle>(null);
  /** Enter was pressed before the search it asked for reached the tree. */
  const enter = useRef(false);

  function locateFirst() {
    enter.current = true;
    // The filter of the search just asked for is set after this render.
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
    if (store.size === 0) return <State title={t('monitor.noVehicles')} />;
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
        selected={url.sel}
        onSelect={(sel) => onUrl({ sel })}
        onLocate={onLocate}
      />
    );
  }

  return (
    <aside className={styles['panel']} aria-label={t('monitor.panel')}>
      <StatusBar store={store} value={url.status} onChange={(status) => onUrl({ status })} />
      <SearchBox value={url.q} onSearch={(q) => onUrl({ q })} onEnter={locateFirst} onDown={() => treeView.current?.focus(0)} />
      <div className={styles['tabs']} role="tablist">
        {TABS.map(({ key, text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={url.tab === key}
            tabIndex={url.tab === key ? 0 : -1}
            onClick={() => onUrl({ tab: key })}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              onUrl({ tab: key === 'all' ? 'followed' : 'all' });
              const other = event.currentTarget.nextElementSibling ?? event.currentTarget.previousElementSibling;
              (other as HTMLElement | null)?.focus();
            }}
          >
            {t(text)}
          </button>
        ))}
        {tree?.filtered && (
          <span className={styles['matches']} role="status">
            {t('monitor.matches', { count: tree.matched })}
          </span>
        )}
      </div>
      <div className={styles['body']}>{body()}</div>
    </aside>
  );
}
