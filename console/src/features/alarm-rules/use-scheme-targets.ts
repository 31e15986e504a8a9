import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadTargets } from './scheme-values.ts';

/** Loads the targets of a scheme when they are first shown. */
export function useSchemeTargets(code: RuleCode, id: string | null, visible: boolean) {
  const [wasVisible, setWasVisible] = useState(visible);
  if (visible && !wasVisible) setWasVisible(true);
  return useQuery({
    queryKey: ['scheme', code, id, 'targets'],
    queryFn: ({ signal }) => loadTargets(code, id!, signal),
    enabled: id !== null && wasVisible,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
}
