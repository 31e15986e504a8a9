import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeAlarmDeal, useAlarmDeal } from '../../ui/alarm-deal.ts';
import { useSoundState } from '../../ui/alarm-sound.ts';
import { isInspection, useSession } from '../../ui/session.ts';
import { OrdinaryPopup } from './OrdinaryPopup.tsx';
import styles from './Popups.module.css';
import { RiskPopup } from './RiskPopup.tsx';
import { SafetyPopup } from './SafetyPopup.tsx';
import { useAlarmInbox } from './use-alarm-inbox.ts';
import { WaitingChip } from './WaitingChip.tsx';

const AlarmDrawer = lazy(async () => ({ default: (await import('./AlarmDrawer.tsx')).AlarmDrawer }));
const DealDialog = lazy(async () => ({ default: (await import('./DealDialog.tsx')).DealDialog }));

/** What calls a user to alarms, over every page: pop-ups, sounds, the list of all, the handling dialog. None of it in an inspection. */
export function AlarmHost() {
  return useSession(isInspection) ? null : <Alarms />;
}

function Alarms() {
  const { t } = useTranslation();
  const { inbox, state } = useAlarmInbox();
  const [open, setOpen] = useState(false);
  const asked = useAlarmDeal((deal) => deal.asked);

  function show() {
    inbox.seen();
    setOpen(true);
  }
  return (
    <>
      <section className={styles['stack']} aria-label={t('alarmPopup.drawer')}>
        <RiskPopup />
        <SafetyPopup called={state.safety} />
        <OrdinaryPopup called={state.ordinary} />
        {!open && <WaitingChip waiting={state.waiting} gap={state.gap} onOpen={show} />}
      </section>
      <SoundMark />
      <Suspense fallback={null}>
        {open && <AlarmDrawer inbox={inbox} state={state} onClose={() => setOpen(false)} />}
        {asked && (
          <DealDialog key={asked.alarms[0]?.alarmGid} alarms={asked.alarms} {...asked.options} onClose={closeAlarmDeal} />
        )}
      </Suspense>
    </>
  );
}

/** Says that the browser keeps sounds back; its attributes tell how sounds are. */
function SoundMark() {
  const { t } = useTranslation();
  const { state, level, played } = useSoundState();
  return (
    <p className={styles['blocked']} role="status" data-sound={state} data-level={level ?? ''} data-played={played}>
      {state === 'blocked' && t('alarmPopup.soundBlocked')}
    </p>
  );
}
