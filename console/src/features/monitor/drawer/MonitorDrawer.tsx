import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useSession } from '../../../ui/session.ts';
import { tabStore } from '../../../ui/storage.ts';
import { TabBar } from '../../../ui/TabBar.tsx';
import { useSelectedVehicles } from '../selected-vehicles.ts';
import styles from './Drawer.module.css';

// with the first look at one of them
const StatusTab = lazy(async () => ({ default: (await import('./StatusTab.tsx')).StatusTab }));
const OnlineLogTab = lazy(async () => ({ default: (await import('./OnlineLogTab.tsx')).OnlineLogTab }));
const CommandTab = lazy(async () => ({ default: (await import('./CommandTab.tsx')).CommandTab }));
const SelectedTab = lazy(async () => ({ default: (await import('./SelectedTab.tsx')).SelectedTab }));

type TabProps = {
  readonly store: VehicleStore;
  readonly deptName: (deptId: string) => string;
  readonly onSelect: (tid: string) => void;
  readonly onLocate: (tid: string) => void;
};

type TabKey = 'status' | 'onlineLog' | 'commands' | 'selected';

type Tab = {
  readonly key: TabKey;
  /** null: whoever may open the monitoring centre. */
  readonly code: PermissionCode | null;
  readonly draw: (props: TabProps) => ReactNode;
};

/** The tabs, in their order (screen catalogue 3.4); those of alarms come with alarms. */
const TABS: readonly Tab[] = [
  { key: 'status', code: permission.liveMap, draw: (props) => <StatusTab {...props} /> },
  { key: 'onlineLog', code: permission.liveMap, draw: () => <OnlineLogTab /> },
  { key: 'commands', code: null, draw: () => <CommandTab /> },
  { key: 'selected', code: permission.liveMap, draw: ({ onLocate }) => <SelectedTab onLocate={onLocate} /> },
];

/** Keeps it open, and at its tab, while this tab of the browser lives. */
const KEPT = 'monitor.drawer';

function keptTab(): { tab: TabKey; open: boolean } {
  const [key, open] = (tabStore.get(KEPT) ?? '').split(' ');
  return { tab: TABS.find((tab) => tab.key === key)?.key ?? 'status', open: open === 'open' };
}

/** The drawer below the map: 40 px closed, 260 px open (screen catalogue 3.1). What is closed asks for nothing. */
export function MonitorDrawer(props: TabProps) {
  const { t } = useTranslation();
  const id = useId();
  const [{ tab: chosen, open }, setState] = useState(keptTab);
  const rights = useSession((session) => session.rights);
  const tabs = TABS.filter(({ code }) => code === null || rights?.includes(code));
  const tab = (tabs.find(({ key }) => key === chosen) ?? tabs[0])!.key;
  const selected = useSelectedVehicles(({ targIds }) => targIds.length);

  function show(next: TabKey, opened: boolean) {
    tabStore.set(KEPT, `${next} ${opened ? 'open' : 'closed'}`);
    setState({ tab: next, open: opened });
  }

  return (
    <section className={styles['drawer']} data-open={open} aria-label={t('drawer.label')}>
      <header className={styles['head']}>
        <TabBar
          label={t('drawer.label')}
          items={tabs.map(({ key }) => ({
            key,
            label: key === 'selected' && selected > 0 ? `${t('drawer.selected')} (${selected})` : t(`drawer.${key}`),
          }))}
          active={tab}
          onChange={(key, pressed) => show(key, pressed ? key !== tab || !open : open)}
          id={id}
          panel={open ? `${id}-panel` : undefined}
        />
        <IconButton
          label={t(open ? 'drawer.collapse' : 'drawer.expand')}
          icon={open ? <DownOutlined /> : <UpOutlined />}
          expanded={open}
          onClick={() => show(tab, !open)}
        />
      </header>
      {open && (
        <div id={`${id}-panel`} className={styles['panel']} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
          <Suspense fallback={null}>{tabs.find(({ key }) => key === tab)?.draw(props)}</Suspense>
        </div>
      )}
    </section>
  );
}
