import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { pushedAlarmToHandle } from '../../../shared/alarm-texts.ts';
import { useDepartments } from '../../../shared/departments.ts';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import { useEvidenceNews } from '../../../shared/evidence/evidence-news.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { DangerLink } from '../handling/DangerLink.tsx';
import { FactList } from '../handling/FactList.tsx';
import type { Called } from '../inbox/inbox.ts';
import { LocateLink, VideoLink } from '../inbox/LocateLink.tsx';
import { PopupFrame } from './PopupFrame.tsx';
import styles from './Popups.module.css';
import { factsOfPushed } from './popup-facts.ts';
import { useHideAfter } from './use-hide-after.ts';

/** console.md 9. */
const ORDINARY_MS = 3_000;

/** The newest ordinary alarm that notified the user, for 3 s. An alarm with attachments or linked photos has category 2. */
export function OrdinaryPopup({ newest }: { newest: Called | null }) {
  const received = useEvidenceNews(newest?.alarm.alarmGid ?? '')?.received ?? 0;
  const [hidden, setHidden] = useState({ at: 0, isFinal: false });
  if (!newest || (newest.at === hidden.at && (hidden.isFinal || received === 0))) return null;
  const hide = (isFinal: boolean) => setHidden({ at: newest.at, isFinal });
  // photos take longer than the pop-up stands: the first one shows it again
  return <Popup newest={newest} onClose={() => hide(true)} onTimeout={(files) => hide(files > 0)} />;
}

type Props = {
  readonly newest: Called;
  readonly onClose: () => void;
  /** `files`: the number of files that it had. */
  readonly onTimeout: (files: number) => void;
};

function Popup({ newest, onClose, onTimeout }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(newest);
  const received = useEvidenceNews(shown.alarm.alarmGid)?.received ?? 0;
  const [popup, held] = useHideAfter(ORDINARY_MS, shown.at, () => onTimeout(received));
  // buttons must not change their alarm under the pointer
  if (!held && shown !== newest) setShown(newest);
  const { alarm } = shown;
  const { departments } = useDepartments();
  const mayHandle = useMayHandle()(alarm.warnId);
  const deptName = departments.find(({ deptId }) => deptId === alarm.deptId)?.deptName ?? '';
  const category = alarm.files > 0 || received > 0 ? 2 : 1;
  return (
    <PopupFrame
      ref={popup}
      title={t('alarmPopup.title')}
      plate={alarm.cno}
      level={alarm.warnType}
      aside={category === 2 && <span>{t('alarmPopup.withFiles')}</span>}
      onClose={onClose}
      actions={
        <>
          {mayHandle && (
            <button type="button" onClick={() => void openAlarmHandling([pushedAlarmToHandle(alarm)])}>
              {t('alarmPopup.handle')}
            </button>
          )}
          <LocateLink targId={alarm.tid} />
          <VideoLink targId={alarm.tid} />
          <DangerLink alarm={alarm} />
        </>
      }
    >
      <FactList key={alarm.alarmGid} facts={factsOfPushed(alarm, deptName)} />
      {category === 2 && (
        <div className={styles['media']}>
          <AlarmFiles key={alarm.alarmGid} alarmGid={alarm.alarmGid} files={alarm.files} />
        </div>
      )}
    </PopupFrame>
  );
}
