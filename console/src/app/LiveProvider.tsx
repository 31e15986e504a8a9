import { permission } from '@fleetwarden/contract/permissions';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { notify } from '../api/feedback.ts';
import { noteOutage } from '../api/load-code.ts';
import { useMay } from '../api/session.ts';
import { AlarmStore } from '../live/alarm-store.ts';
import { createCommonMessages } from '../live/common-messages.ts';
import type { LiveState } from '../live/connection.ts';
import { connectLive } from '../live/connection.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { createViewSubscription } from '../live/view-subscription.ts';
import { useHearsAlarms } from '../shared/alarm-rights.ts';
import { LiveContext } from '../shared/live-context.ts';

/** A socket that waits for its next attempt lost the server. While one is open and none waits, the server answers. */
function watchSockets({ sockets }: LiveState): void {
  const states = Object.values(sockets);
  if (states.includes('waiting')) noteOutage(true);
  else if (states.includes('open')) noteOutage(false);
}

/**
 * Opens the live sockets of a session: vehicles for users of the live map, alarms for them and for users with the bell or an
 * active-safety list. Use the token's prefix as key, so that another session starts with an empty store.
 */
export function LiveProvider(props: { prefix: string; sockets: boolean; children: ReactNode }) {
  const { prefix, sockets, children } = props;
  const [store] = useState(() => new VehicleStore());
  const [alarms] = useState(() => new AlarmStore());
  const [common] = useState(createCommonMessages);
  const [view] = useState(createViewSubscription);
  const [state, setState] = useState<LiveState | null>(null);
  const positions = useMay(permission.liveMap);
  const ofAlarms = useHearsAlarms();
  const hears = positions || ofAlarms;

  useEffect(() => {
    if (!sockets) return;
    // Specification 8: a message without data is answered by a heartbeat and reported to the user.
    const onProblem = () => notify('warning', i18next.t('shell.liveWithoutData'));
    const connection = connectLive({
      prefix,
      store,
      positions,
      ...(hears ? { alarms } : {}),
      onState: (next) => {
        setState(next);
        watchSockets(next);
      },
      onCommon: common.publish,
      onProblem,
    });
    const look = () => connection.setView(view.current());
    look();
    const unsubscribe = view.subscribe(look);
    return () => {
      unsubscribe();
      connection.close();
      noteOutage(false);
    };
  }, [prefix, sockets, positions, hears, store, alarms, common, view]);

  const live = useMemo(() => ({ store, alarms, state, common, view }), [store, alarms, state, common, view]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
