import { permission } from '@fleetwarden/contract/permissions';
import { UPLOAD_STATE, type VideoFileNews } from '@fleetwarden/contract/video/upload-states';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { useMay } from '../../../api/session.ts';
import { useCommonMessage, useLive } from '../../../shared/live-context.ts';

/** Tells holders of 20402 on any page that a recording has arrived from a terminal. */
export function VideoFileWatch() {
  const { t } = useTranslation();
  const { store } = useLive();
  const isTold = useMay(permission.videoFilePush);
  useCommonMessage('videoFile', (data) => {
    const { state, targId } = data as VideoFileNews;
    const row = store.rowOf(targId);
    if (isTold && state === UPLOAD_STATE.done)
      notify('success', t('recordedVideo.arrived', { plate: row < 0 ? '' : store.plate(row) }));
  });
  return null;
}
