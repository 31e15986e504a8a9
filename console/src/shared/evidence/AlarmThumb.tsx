import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../ui/lazy-component.ts';
import styles from './Evidence.module.css';
import { useEvidenceNews } from './evidence-news.ts';
import { stateText } from './FileState.tsx';
import { KindIcon } from './KindIcon.tsx';
import { Thumb } from './MediaCarousel.tsx';
import { useAttachments } from './use-attachments.ts';

type Row = Pick<AlarmRow, 'alarmGid' | 'files'> &
  Partial<Pick<AlarmRow, 'fileDone' | 'fileKinds' | 'fileState' | 'fileReason' | 'picture'>>;

const FilesDialog = lazyComponent(async () => (await import('./FilesDialog.tsx')).FilesDialog);

/**
 * Files of an alarm in a list: the first picture, n/m and the kinds. A push updates it in place, a click shows the files. Nothing for
 * an alarm without files.
 */
export function AlarmThumb({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { alarmGid, files, fileDone = 0, fileState = null, fileReason = '' } = row;
  const [open, setOpen] = useState(false);
  const news = useEvidenceNews(alarmGid);
  const isNewer = (news?.received ?? 0) > fileDone;
  const { data } = useAttachments(alarmGid, isNewer);
  const done = Math.max(fileDone, news?.received ?? 0);
  if (files === 0 && done === 0) return null;
  const pictures = isNewer ? data?.list.find(({ thumbPath }) => thumbPath)?.thumbPath : undefined;
  const picture = row.picture || pictures;
  const kinds = isNewer ? new Set(data?.list.map(({ attachmentType }) => attachmentType)) : (row.fileKinds ?? []);
  const [state, reason] = news && news.received >= fileDone ? [news.state, news.reason] : [fileState, fileReason];
  const isOver = state === EVIDENCE_STATE.failed || state === EVIDENCE_STATE.skipped;
  return (
    <>
      <button
        type="button"
        className={styles['thumb']}
        title={stateText(t, state, reason)}
        data-failed={isOver || undefined}
        onClick={() => setOpen(true)}
      >
        {picture && <Thumb url={picture} />}
        <span>{`${done}/${Math.max(files, done)}`}</span>
        {[...kinds].map((kind) => (
          <KindIcon key={kind} kind={kind} />
        ))}
      </button>
      {open && (
        <Suspense fallback={null}>
          <FilesDialog alarmGid={alarmGid} files={Math.max(files, done)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
