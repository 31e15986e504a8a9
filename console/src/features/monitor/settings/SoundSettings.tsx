import { Button, Checkbox, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { changeAlarmSettings, useAlarmSettings } from '../../../shared/alarm-settings.ts';
import { playLevel, silence } from '../../../shared/alarm-sound.ts';
import { levelWord } from '../../../shared/alarm-texts.ts';
import { askToNotify } from '../../../shared/desktop-notification.ts';
import styles from './MapSettings.module.css';

const LEVELS = [1, 2, 3] as const;

/** Sounds by level, volume and desktop notifications; each sound can be tested. */
export function SoundSettings() {
  const { t } = useTranslation();
  const { mute, volume, levels, desktop } = useAlarmSettings();

  function setMute(on: boolean) {
    if (on) silence();
    changeAlarmSettings({ mute: on });
  }
  async function setDesktop(on: boolean) {
    const allowed = on && (await askToNotify());
    if (on && !allowed) notify('warning', t('alarmPopup.desktopDenied'));
    changeAlarmSettings({ desktop: allowed });
  }
  return (
    <fieldset className={styles['list']} aria-label={t('mapSetting.sound')}>
      <Checkbox checked={mute} onChange={({ target }) => setMute(target.checked)}>
        {t('alarmPopup.mute') as string}
      </Checkbox>
      <div>
        {t('alarmPopup.volume')}
        <Slider
          min={0}
          max={100}
          value={volume}
          ariaLabelForHandle={t('alarmPopup.volume')}
          onChange={(next) => changeAlarmSettings({ volume: next })}
        />
      </div>
      {LEVELS.map((level) => (
        <div key={level}>
          <Checkbox
            checked={levels.includes(level)}
            onChange={({ target }) =>
              changeAlarmSettings({ levels: LEVELS.filter((each) => (each === level ? target.checked : levels.includes(each))) })
            }
          >
            {t('alarmPopup.soundOf', { level: levelWord(t, level) }) as string}
          </Checkbox>
          <Button size="small" onClick={() => void playLevel(level, volume)}>
            {t('alarmPopup.preview', { level: levelWord(t, level) })}
          </Button>
        </div>
      ))}
      <Checkbox checked={desktop} onChange={({ target }) => void setDesktop(target.checked)}>
        {t('alarmPopup.desktop') as string}
      </Checkbox>
    </fieldset>
  );
}
