import CameraOutlined from '@ant-design/icons/CameraOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { businessNow } from '../../api/business-time.ts';
import { notify } from '../../api/feedback.ts';
import { serverNow } from '../../api/server-clock.ts';
import { useMay } from '../../api/session.ts';
import { isFailure, sendCommand } from '../../shared/commands/sent-commands.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { saveBlob } from '../../ui/save-text.ts';
import type { LivePlayer } from './player/live-player.ts';
import { watermarkText } from './Watermark.tsx';
import type { Channel } from './wall-model.ts';

/** 2026-11-27 16-05-09: a file name cannot contain a colon. */
const FILE_TIME = 'YYYY-MM-DD HH-mm-ss';
/** The command that takes photos; the terminal uploads them into the multimedia library. */
const PHOTO = '8801';

type Props = {
  readonly channel: Channel;
  readonly player: LivePlayer;
  readonly isPlaying: boolean;
  readonly watermark: boolean;
};

/** Saves the picture as a file, or asks the terminal for a photo (screen catalogue 5.1). */
export function CaptureButtons({ channel, player, isPlaying, watermark }: Props) {
  const { t } = useTranslation();
  const mayCapture = useMay(permission.captureVideo);
  const mayPhotograph = useMay(permission.photograph);
  const { targId, plate } = channel;

  async function capture() {
    const image = await player.capture(watermark ? watermarkText(serverNow()) : null);
    const time = businessNow().format(FILE_TIME);
    if (image) saveBlob(`${plate}_${channel.channel}_${time}.png`, image);
    else notify('warning', t('video.noPicture'));
  }

  async function photograph() {
    const send = await sendCommand(PHOTO, { targId, plate }, { channel: channel.channel });
    const [sent] = send?.commands.values() ?? [];
    if (!sent) return;
    // a terminal may have answered already
    if (isFailure(sent.outcome)) notify('warning', t('video.photoFailed', { reason: t(`commandTray.${sent.outcome}`) }));
    else notify('success', t('video.photoSent'));
  }

  return (
    <>
      {mayCapture && (
        <IconButton label={t('video.capture')} icon={<CameraOutlined />} idle={!isPlaying} onClick={() => void capture()} />
      )}
      {mayPhotograph && <IconButton label={t('video.photograph')} icon={<PictureOutlined />} onClick={() => void photograph()} />}
    </>
  );
}
