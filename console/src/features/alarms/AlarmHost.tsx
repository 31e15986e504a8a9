import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInspection, useSession } from '../../api/session.ts';
import { useSoundState } from '../../shared/alarm-sound.ts';
import { useEvidenceWatch } from '../../shared/evidence/evidence-news.ts';
import { closeAlarmHandling, useAlarmHandling } from '../../shared/open-alarm-handling.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { useAlarmInbox } from './inbox/use-alarm-inbox.ts';
import { OrdinaryPopup } from './popups/OrdinaryPopup.tsx';
import styles from './popups/Popups.module.css';
import { RiskPopup } from './popups/RiskPopup.tsx';
import { SafetyPopup } from './popups/SafetyPopup.tsx';
import { SeriousBanner } from './popups/SeriousBanner.tsx';
import { WaitingChip } from './popups/WaitingChip.tsx';

const AlarmDrawer = lazyComponent(async () => (await import('./inbox/AlarmDrawer.tsx')).AlarmDrawer);
const HandlingDialog = lazyComponent(async () => (await import('./handling/HandlingDialog.tsx')).HandlingDialog);

/** Alarm notifications over every page: pop-ups, sounds, list and handling dialog. Not in inspection mode. */
export function AlarmHost() {
  return useSession(isInspection) ? null : <Alarms />;
}

function Alarms() {
  const { t } = useTranslation();
  const { inbox, state } = useAlarmInbox();
  useEvidenceWatch();
  const [open, setOpen] = useState(false);
  const handling = useAlarmHandling(({ current }) => current);

  function show() {
    inbox.seen();
    setOpen(true);
  }
  return (
    <>
      <SeriousBanner serious={state.serious} onAcknowledge={(gids) => inbox.acknowledge(gids)} />
      <section className={styles['stack']} aria-label={t('alarmPopup.drawer')}>
        <RiskPopup />
        <SafetyPopup called={state.safety} />
        <OrdinaryPopup newest={state.ordinary} />
        {!open && <WaitingChip waiting={state.waiting} gap={state.gap} onOpen={show} />}
      </section>
      <SoundMark />
      <Suspense fallback={null}>
        {open && <AlarmDrawer inbox={inbox} state={state} onClose={() => setOpen(false)} />}
        {handling && (
          <HandlingDialog
            key={handling.alarms[0]?.alarmGid}
            alarms={handling.alarms}
            {...handling.options}
            onClose={closeAlarmHandling}
          />
        )}
      </Suspense>
    </>
  );
}

/** Warns that the browser blocks sounds; its attributes expose the sound state. */
function SoundMark() {
  const { t } = useTranslation();
  const { state, level, played } = useSoundState();
  return (
    <p className={styles['blocked']} role="status" data-sound={state} data-level={level ?? ''} data-played={played}>
      {state === 'blocked' && t('alarmPopup.soundBlocked')}
    </p>
  );
}
