import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadTargets } from './scheme-values.ts';

/** What a scheme is for, once somebody looks at it. */
export function useSchemeTargets(code: RuleCode, id: string | null, looked: boolean) {
  const [asked, setAsked] = useState(looked);
  if (looked && !asked) setAsked(true);
  return useQuery({
    queryKey: ['scheme', code, id, 'targets'],
    queryFn: ({ signal }) => loadTargets(code, id!, signal),
    enabled: id !== null && asked,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
}
