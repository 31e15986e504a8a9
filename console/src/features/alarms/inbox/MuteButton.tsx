import MutedOutlined from '@ant-design/icons/MutedOutlined';
import SoundOutlined from '@ant-design/icons/SoundOutlined';
import { useTranslation } from 'react-i18next';
import { changeAlarmSettings, useAlarmSettings } from '../../../shared/alarm-settings.ts';
import { silence } from '../../../shared/alarm-sound.ts';
import { IconButton } from '../../../ui/IconButton.tsx';

/** Mutes alarm sounds, and unmutes them. */
export function MuteButton() {
  const { t } = useTranslation();
  const { mute } = useAlarmSettings();
  function toggle() {
    if (!mute) silence();
    changeAlarmSettings({ mute: !mute });
  }
  return (
    <IconButton
      label={t(mute ? 'alarmPopup.unmute' : 'alarmPopup.mute')}
      icon={mute ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
      onClick={toggle}
    />
  );
}
