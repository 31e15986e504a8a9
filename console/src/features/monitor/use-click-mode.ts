import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useMarkerSettings } from '../../shared/marker-settings.ts';
import { modeFor } from './click-modes.ts';

/** Handles a click on a vehicle as the user chose; `inform` opens its information. */
export function useClickMode(inform: (tid: string) => void): (tid: string) => void {
  const { click } = useMarkerSettings();
  const rights = useSession((session) => session.rights);
  const navigate = useNavigate();
  const { to } = modeFor(click, rights);
  return useCallback(
    (tid: string) => {
      if (to === null) inform(tid);
      else void navigate(to(tid));
    },
    [to, inform, navigate],
  );
}
