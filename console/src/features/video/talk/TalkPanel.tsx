import { errors } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { viewReasons, viewStates } from '@fleetwarden/contract/video/live-video';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import styles from '../ControlPanel.module.css';
import type { Channel } from '../wall-model.ts';
import { microphoneFaults } from './microphone.ts';
import type { TalkSession, TalkView } from './talk-session.ts';
import { startTalking, stopTalking, useTalk } from './use-talk.ts';

/** Vehicles of one broadcast. */
const MAX_VEHICLES = 50;
const BROADCAST = 'broadcast';

/** Talk with the vehicle of the selected tile, and a broadcast to all vehicles of the wall. */
export function TalkPanel({ selected, open }: { selected: Channel | null; open: readonly Channel[] }) {
  const { t } = useTranslation();
  const mayTalk = useMay(permission.talk);
  const mayBroadcast = useMay(permission.broadcast);
  if (!mayTalk && !mayBroadcast) return null;
  const vehicles = [...new Map(open.map((channel) => [channel.targId, channel])).values()].slice(0, MAX_VEHICLES);

  function talk({ targId }: Channel) {
    startTalking(targId, () => call(videoCalls.startTalk, { targId }, { quiet: true }));
  }
  function broadcast() {
    const targIds = vehicles.map(({ targId }) => targId);
    startTalking(BROADCAST, () => call(videoCalls.startBroadcast, { targIds }, { quiet: true }));
  }

  return (
    <section className={styles['section']} aria-label={t('action.talk')}>
      {mayTalk && (
        <Button block disabled={!selected} onClick={() => selected && talk(selected)}>
          {selected ? t('video.talkTo', { plate: selected.plate }) : t('action.talk')}
        </Button>
      )}
      {mayBroadcast && (
        <Button block disabled={vehicles.length === 0} onClick={broadcast}>
          {t('video.broadcastTo', { n: vehicles.length })}
        </Button>
      )}
    </section>
  );
}

/** The running or ended talk of the wall. */
export function TalkState({ vehicles }: { vehicles: readonly Channel[] }) {
  const { t } = useTranslation();
  const { key, session } = useTalk();
  // the wall closes: a microphone that is on would not be seen
  useEffect(() => stopTalking, []);
  const name = key === BROADCAST ? t('action.broadcast') : (vehicles.find(({ targId }) => targId === key)?.plate ?? '');
  return session && <Talking session={session} name={name} vehicles={vehicles} />;
}

type StateProps = { readonly session: TalkSession; readonly name: string; readonly vehicles: readonly Channel[] };

function Talking({ session, name, vehicles }: StateProps) {
  const { t } = useTranslation();
  const view = useSyncExternalStore(session.subscribe, session.view);
  const plateOf = (id: string) => vehicles.find(({ targId }) => targId === id)?.plate ?? id;
  return (
    <div className={styles['talk']} data-on={view.state === 'playing' || undefined}>
      <p role={session.isOver ? 'alert' : 'status'}>
        {name} {talkText(t, view)}
      </p>
      {Object.entries(view.targets).map(([targId, { state, reason }]) => (
        <p key={targId}>
          {plateOf(targId)} {t(reason ? viewReasons[reason] : state === 'playing' ? 'video.talking' : viewStates[state])}
        </p>
      ))}
      {view.failed.map(({ targId, error, values }) => (
        <p key={targId} className={styles['failed']}>
          {plateOf(targId)} {t(errors[error].key, values)}
        </p>
      ))}
      {!session.isOver && (
        <Button block danger onClick={stopTalking}>
          {t('video.talkEnd')}
        </Button>
      )}
    </div>
  );
}

function talkText(t: TFunction, { state, reason, fault, detail }: TalkView): string {
  if (fault) return t(microphoneFaults[fault]);
  if (reason) return t(viewReasons[reason]);
  switch (state) {
    case 'asking':
      return t('video.micAsking');
    case 'playing':
      return t('video.talking');
    case 'interrupted':
      return t('video.talkInterrupted');
    case 'failed':
      return detail || t('video.talkInterrupted');
    case 'ended':
      return t('video.talkEnded');
    default:
      return t(viewStates[state]);
  }
}
