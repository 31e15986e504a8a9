import { useQuery, useQueryClient } from '@tanstack/react-query';
import { loadChain } from '../divisions.ts';

/** The name of a division with its ancestors; its code until they are loaded. */
export function DivisionName({ code }: { code: string }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['division', code],
    queryFn: () => loadChain(queries, code),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Set(data?.map(({ areaName }) => areaName));
  return <span title={code}>{names.size > 0 ? [...names].join(' ') : code}</span>;
}
