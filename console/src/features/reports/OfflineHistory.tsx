import { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import type { OfflineNote } from '@fleetwarden/contract/follow-ups/schemas';
import { Button, Timeline } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessDate } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { formatDay } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { DAY } from './days.ts';
import styles from './OfflineHistory.module.css';
import type { Notes } from './use-notes.ts';

/** Notes on a vehicle, newest first. `onEnded`: current suspensions can be ended today, future ones cancelled. */
export function OfflineHistory({ notes, onEnded }: { notes: Notes; onEnded?: () => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('followUps.history')} className={styles['history']}>
      <h2>{t('followUps.history')}</h2>
      {notes.list.length === 0 ? (
        <p>{t('followUps.noHistory')}</p>
      ) : (
        <Timeline
          items={notes.list.map((note) => ({
            key: note.noteId,
            content: <Entry note={note} {...(onEnded ? { onEnd: () => end(note) } : {})} />,
          }))}
        />
      )}
    </section>
  );

  async function end({ noteId, version, validFrom }: OfflineNote) {
    const today = businessDate();
    const before = dayjs(validFrom).subtract(1, 'day').format(DAY);
    // a suspension that starts today or later is cancelled entirely
    const validTo = validFrom !== null && validFrom >= today ? before : businessDate(-1);
    await call(followUpsCalls.endOfflineStop, { noteId, version, validTo }).then(
      () => {
        notify('success', t('followUps.stopEnded'));
        onEnded?.();
      },
      // the client shows failures
      () => undefined,
    );
    await notes.refetch();
  }
}

function Entry({ note, onEnd }: { note: OfflineNote; onEnd?: () => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const [confirm, holder] = useConfirm();
  const [busy, setBusy] = useState(false);
  const { kind, reason, way, result, text, userName, noteTime, expectOnline, validFrom, validTo } = note;
  const name = (type: 'OFFLINE_REASON' | 'VISIT_WAY' | 'VISIT_RESULT', value: number) => enumerationName(i18n, type, value);
  const day = (value: string) => formatDay(value, i18n.language);
  const taken = validFrom !== null && validTo !== null && validTo < validFrom;
  const holds = validTo !== null && !taken && validTo >= businessDate();
  const parts = [
    kind === 2 && way !== null && result !== null
      ? `${t('followUps.visit')}: ${name('VISIT_WAY', way)}, ${name('VISIT_RESULT', result)}`
      : '',
    taken
      ? t('followUps.stopWithdrawn')
      : validFrom !== null && validTo !== null
        ? t('followUps.stopUntil', { from: day(validFrom), to: day(validTo) })
        : '',
    kind === 1 || reason > 0 ? `${t('followUps.reason')}: ${name('OFFLINE_REASON', reason)}` : '',
    expectOnline === null ? '' : `${t('followUps.expectOnline')}: ${day(expectOnline)}`,
    text,
  ];

  async function run() {
    if (!onEnd || !(await confirm({ title: t('followUps.endStop'), okText: t('followUps.endStop'), danger: true }))) return;
    setBusy(true);
    await onEnd();
    setBusy(false);
  }

  return (
    <>
      <p>
        <TimeCell at={noteTime} /> {userName ?? t('followUps.deletedUser')}
      </p>
      {parts
        .filter((part) => part !== '')
        .map((part) => (
          <p key={part}>{part}</p>
        ))}
      {holds && onEnd && (
        <Button size="small" danger loading={busy} onClick={() => void run()}>
          {t('followUps.endStop')}
        </Button>
      )}
      {holder}
    </>
  );
}
