import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call } from '../api/call.ts';
import { loadPlatform } from '../api/platform.ts';
import { knowUser, useSession } from '../api/session.ts';
import { useCommonMessage, useLive } from '../shared/live-context.ts';

/**
 * When an administrator changed a setting: asks again for what the console took from it at its start. Also each time the socket
 * opens that would have told it: what changed before, or during a cut, nobody here has heard of.
 */
export function ConfigWatch() {
  const queries = useQueryClient();
  const reload = useCallback(() => {
    void loadPlatform();
    void queries.invalidateQueries({ queryKey: ['settings'] });
    call(identityCalls.getLoginInfo, {}, { quiet: true, anyPage: true }).then(
      ({ userInfo, rights }) => {
        // The user's own settings are newer here: a change may be on its way to the server.
        const settings = useSession.getState().userInfo?.settings ?? userInfo.settings;
        knowUser({ ...userInfo, settings }, rights);
      },
      // The next page load asks anyway.
      () => undefined,
    );
  }, [queries]);
  useCommonMessage('configChanged', reload);
  const hears = useLive().state?.sockets.commonmsg === 'open';
  useEffect(() => {
    if (hears) reload();
  }, [hears, reload]);
  return null;
}
