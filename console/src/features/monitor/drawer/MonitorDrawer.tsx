import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { BottomDrawer } from '../../../ui/BottomDrawer.tsx';
import { useSession } from '../../../ui/session.ts';
import { tabStore } from '../../../ui/storage.ts';
import { useSelectedVehicles } from '../selected-vehicles.ts';

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
  const [{ tab: chosen, open }, setState] = useState(keptTab);
  const rights = useSession((session) => session.rights);
  const tabs = TABS.filter(({ code }) => code === null || rights?.includes(code));
  const tab = (tabs.find(({ key }) => key === chosen) ?? tabs[0])!.key;
  const selected = useSelectedVehicles(({ targIds }) => targIds.length);

  function show(next: TabKey, opened: boolean) {
    tabStore.set(KEPT, `${next} ${opened ? 'open' : 'closed'}`);
    setState({ tab: next, open: opened });
  }

  const items = tabs.map(({ key }) => ({
    key,
    label: key === 'selected' && selected > 0 ? `${t('drawer.selected')} (${selected})` : t(`drawer.${key}`),
  }));
  return (
    <BottomDrawer
      label={t('drawer.label')}
      tabs={{ items, active: tab, onChange: (key, pressed) => show(key, pressed ? key !== tab || !open : open) }}
      open={open}
      onOpen={(opened) => show(tab, opened)}
    >
      <Suspense fallback={null}>{tabs.find(({ key }) => key === tab)?.draw(props)}</Suspense>
    </BottomDrawer>
  );
}
