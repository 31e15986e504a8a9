import type { ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ParamNews } from '@fleetwarden/contract/terminal-settings/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { useNews } from '../../../shared/use-news.ts';
import type { Values } from './parameter-rows.ts';

/** The stored parameters of a terminal, all or of groups, loaded again when it answers; null while there is no terminal. */
export function useStoredValues(targId: string | undefined, groups?: readonly ParameterGroup[]) {
  const queryKey = ['terminalParams', targId, groups?.join()];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        terminalSettingsCalls.getParams,
        { targId: targId ?? '', ...(groups ? { groups: [...groups] } : {}) },
        { signal, quiet: true },
      ),
    enabled: targId !== undefined,
    gcTime: 0,
    networkMode: 'always',
  });
  useNews<ParamNews>('terminalParams', [queryKey], { concerns: (news) => news.targId === targId, afterMs: 0 });
  return useMemo(() => {
    if (targId === undefined || !data) return null;
    const { list, readAt, version } = data;
    const known = list.filter(({ value }) => value !== null && value !== undefined);
    return { list, readAt, version, values: Object.fromEntries(known.map(({ id, value }) => [id, value])) as Values };
  }, [targId, data]);
}
