import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api/call.ts';
import { loadPlatform } from '../api/platform.ts';
import { knowUser, useSession } from '../api/session.ts';
import { useCommonMessage, useReopened } from '../shared/live-context.ts';
import { reloadQueries } from '../shared/reload-queries.ts';

/**
 * Reloads settings after an administrator changed them, and when the socket opens again, because changes during an outage were
 * missed.
 */
export function ConfigWatch() {
  const queries = useQueryClient();
  const reload = useCallback(() => {
    void loadPlatform();
    void reloadQueries(queries, ['settings']);
    call(identityCalls.getLoginInfo, {}, { quiet: true, anyPage: true }).then(
      ({ userInfo, rights }) => {
        // The user's own settings are newer here: a save may be pending.
        const settings = useSession.getState().userInfo?.settings ?? userInfo.settings;
        knowUser({ ...userInfo, settings }, rights);
      },
      // The next page load tries again.
      () => undefined,
    );
  }, [queries]);
  useCommonMessage('configChanged', reload);
  useReopened(reload);
  return null;
}
