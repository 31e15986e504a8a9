import AimOutlined from '@ant-design/icons/AimOutlined';
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { changeMarkerSettings, useMarkerSettings } from '../../shared/marker-settings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './ClickModeSwitch.module.css';
import { modeFor, modesFor } from './click-modes.ts';

const ICONS = { 1: <InfoCircleOutlined />, 2: <PlayCircleOutlined />, 3: <AimOutlined /> } as const;

/** Chooses what a click on a vehicle does; saved for the user. Hidden without a choice. */
export function ClickModeSwitch() {
  const { t } = useTranslation();
  const { click } = useMarkerSettings();
  const rights = useSession((session) => session.rights);
  const modes = modesFor(rights);
  const now = modeFor(click, rights).mode;
  if (modes.length < 2) return null;
  return (
    <fieldset className={styles['switch']} aria-label={t('marker.click')}>
      {modes.map(({ mode, text }) => (
        <IconButton
          key={mode}
          label={`${t('marker.click')} ${t(text)}`}
          icon={ICONS[mode]}
          pressed={mode === now}
          onClick={() => changeMarkerSettings({ click: mode })}
        />
      ))}
    </fieldset>
  );
}
