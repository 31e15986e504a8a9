import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Evidence.module.css';
import { useEvidenceNews } from './evidence-news.ts';
import { FileState } from './FileState.tsx';
import { MediaCarousel } from './MediaCarousel.tsx';
import { useAttachments } from './use-attachments.ts';

type Props = {
  readonly alarmGid: string;
  /** Files that the terminal announced, or that came: none, and nothing is shown until one comes. */
  readonly files: number;
  readonly autoPlay?: boolean;
  /** Below a film. */
  readonly extra?: ReactNode;
};

/** Photos, sound and films of an alarm as they come, with the state of their request; 未找到附件! without any. */
export function AlarmFiles({ alarmGid, files, autoPlay = false, extra }: Props) {
  const { t } = useTranslation();
  const received = useEvidenceNews(alarmGid)?.received ?? 0;
  const isExpected = files > 0 || received > 0;
  const { data, isError } = useAttachments(alarmGid, isExpected);
  if (!isExpected) return null;
  if (!data) return isError ? <p className={styles['hint']}>{t('alarmPopup.filesFailed')}</p> : null;
  const { list, state, reason } = data;
  const isComing = state === EVIDENCE_STATE.waiting || state === EVIDENCE_STATE.requested;
  return (
    <div className={styles['files']}>
      {list.length === 0 && !isComing && <p className={styles['hint']}>{t('alarmPopup.noFiles')}</p>}
      {list.length > 0 && <MediaCarousel items={list} autoPlay={autoPlay} extra={extra} />}
      {state !== null && <FileState alarmGid={alarmGid} state={state} reason={reason} files={files} done={list.length} />}
    </div>
  );
}
