import { ALARM_RIGHTS } from '@fleetwarden/contract/alarms/alarm-rights';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { tabStore } from '../../../api/storage.ts';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import { BottomDrawer } from '../../../ui/BottomDrawer.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { useSelectedVehicles } from '../selected-vehicles.ts';

// loaded on first use
const StatusTab = lazyComponent(async () => (await import('./StatusTab.tsx')).StatusTab);
const OrdinaryAlarmTab = lazyComponent(async () => (await import('./AlarmTab.tsx')).OrdinaryAlarmTab);
const SafetyAlarmTab = lazyComponent(async () => (await import('./AlarmTab.tsx')).SafetyAlarmTab);
const OnlineLogTab = lazyComponent(async () => (await import('./OnlineLogTab.tsx')).OnlineLogTab);
const CommandTab = lazyComponent(async () => (await import('./CommandTab.tsx')).CommandTab);
const BatchTab = lazyComponent(async () => (await import('./BatchTab.tsx')).BatchTab);
const SelectedTab = lazyComponent(async () => (await import('./SelectedTab.tsx')).SelectedTab);

type TabProps = {
  readonly store: VehicleStore;
  readonly deptName: (deptId: string) => string;
  readonly onSelect: (tid: string) => void;
  readonly onLocate: (tid: string) => void;
};

type TabKey = 'status' | 'alarms' | 'safety' | 'onlineLog' | 'commands' | 'batches' | 'selected';

type Tab = {
  readonly key: TabKey;
  /** Any of these permissions; null: everyone with the monitoring centre. */
  readonly codes: readonly PermissionCode[] | null;
  readonly draw: (props: TabProps) => ReactNode;
};

/** The tabs in order (screen catalogue 3.4). */
const TABS: readonly Tab[] = [
  { key: 'status', codes: [permission.liveMap], draw: (props) => <StatusTab {...props} /> },
  { key: 'alarms', codes: ALARM_RIGHTS.see.ordinary, draw: ({ onLocate }) => <OrdinaryAlarmTab onLocate={onLocate} /> },
  { key: 'safety', codes: ALARM_RIGHTS.see.safety, draw: ({ onLocate }) => <SafetyAlarmTab onLocate={onLocate} /> },
  { key: 'onlineLog', codes: [permission.liveMap], draw: () => <OnlineLogTab /> },
  { key: 'commands', codes: null, draw: () => <CommandTab /> },
  { key: 'batches', codes: null, draw: () => <BatchTab /> },
  { key: 'selected', codes: [permission.liveMap], draw: ({ onLocate }) => <SelectedTab onLocate={onLocate} /> },
];

/** Session key of the open tab. */
const STORAGE_KEY = 'monitor.drawer';

function keptTab(): { tab: TabKey; open: boolean } {
  const [key, open] = (tabStore.get(STORAGE_KEY) ?? '').split(' ');
  return { tab: TABS.find((tab) => tab.key === key)?.key ?? 'status', open: open === 'open' };
}

/** The drawer below the map: 40 px closed, 260 px open (screen catalogue 3.1). Closed, it makes no calls. */
export function MonitorDrawer(props: TabProps) {
  const { t } = useTranslation();
  const [{ tab: chosen, open }, setState] = useState(keptTab);
  const rights = useSession((session) => session.rights);
  const tabs = TABS.filter(({ codes }) => codes?.some((code) => rights?.includes(code)) ?? true);
  const tab = (tabs.find(({ key }) => key === chosen) ?? tabs[0])!.key;
  const selected = useSelectedVehicles(({ targIds }) => targIds.length);

  function show(next: TabKey, opened: boolean) {
    tabStore.set(STORAGE_KEY, `${next} ${opened ? 'open' : 'closed'}`);
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
