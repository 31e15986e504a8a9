import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { pushedAlarmToHandle } from '../../../shared/alarm-texts.ts';
import { useDepartments } from '../../../shared/departments.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { Attachments } from '../handling/Attachments.tsx';
import { DangerLink } from '../handling/DangerLink.tsx';
import { FactList } from '../handling/FactList.tsx';
import type { Called } from '../inbox/inbox.ts';
import { LocateLink } from '../inbox/LocateLink.tsx';
import { PopupFrame } from './PopupFrame.tsx';
import { factsOfPushed } from './popup-facts.ts';
import { useHideAfter } from './use-hide-after.ts';

/** console.md 9. */
const ORDINARY_MS = 3_000;

/** The newest ordinary alarm that notified the user, for 3 s. An alarm with attachments has category 2. */
export function OrdinaryPopup({ newest }: { newest: Called | null }) {
  const [hidden, setHidden] = useState(0);
  if (!newest || newest.at === hidden) return null;
  return <Popup newest={newest} onClose={() => setHidden(newest.at)} />;
}

function Popup({ newest, onClose }: { newest: Called; onClose: () => void }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(newest);
  const [popup, held] = useHideAfter(ORDINARY_MS, shown.at, onClose);
  // buttons must not change their alarm under the pointer
  if (!held && shown !== newest) setShown(newest);
  const { alarm } = shown;
  const { departments } = useDepartments();
  const mayHandle = useMayHandle()(alarm.warnId);
  const deptName = departments.find(({ deptId }) => deptId === alarm.deptId)?.deptName ?? '';
  const category = alarm.files > 0 ? 2 : 1;
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
          <DangerLink alarm={alarm} />
        </>
      }
    >
      <FactList key={alarm.alarmGid} facts={factsOfPushed(alarm, deptName)} />
      {category === 2 && <Attachments alarmGid={alarm.alarmGid} files={alarm.files} />}
    </PopupFrame>
  );
}
