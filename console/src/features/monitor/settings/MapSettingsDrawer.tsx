import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import { Button, Tabs } from 'antd';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { changeAlarmSettings, choosePopupAlarms, DEFAULT_ALARM_SETTINGS, popupAlarms } from '../../../shared/alarm-settings.ts';
import { changeMapSettings } from '../../../shared/map-settings.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { PopupSettings } from './PopupSettings.tsx';
import { RefreshSettings } from './RefreshSettings.tsx';
import { SoundSettings } from './SoundSettings.tsx';
import { TreeSettings } from './TreeSettings.tsx';
import { ViewSettings } from './ViewSettings.tsx';
import { WindowSettings } from './WindowSettings.tsx';

/** The tabs of the drawer (screen catalogue 3.8). */
const TABS: readonly { readonly key: string; readonly text: ParseKeys; readonly Part: ComponentType }[] = [
  { key: 'map', text: 'mapSetting.map', Part: ViewSettings },
  { key: 'tree', text: 'mapSetting.tree', Part: TreeSettings },
  { key: 'refresh', text: 'mapSetting.refresh', Part: RefreshSettings },
  { key: 'window', text: 'mapSetting.window', Part: WindowSettings },
  { key: 'popup', text: 'mapSetting.popup', Part: PopupSettings },
  { key: 'sound', text: 'mapSetting.sound', Part: SoundSettings },
];

/** Account settings of map, tree and vehicle card (20108). Each choice applies at once and is saved. */
export function MapSettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const restore = () => {
    changeMapSettings(DEFAULT_MAP_SETTINGS);
    changeAlarmSettings(DEFAULT_ALARM_SETTINGS);
    if (popupAlarms() !== null) void choosePopupAlarms(null);
    notify('success', t('mapSetting.restored'));
  };
  return (
    <AntdProvider>
      <DetailDrawer
        open={open}
        title={t('mapSetting.title')}
        onClose={onClose}
        footer={<Button onClick={restore}>{t('mapSetting.restore')}</Button>}
      >
        <Tabs items={TABS.map(({ key, text, Part }) => ({ key, label: t(text) as string, children: <Part /> }))} />
      </DetailDrawer>
    </AntdProvider>
  );
}
