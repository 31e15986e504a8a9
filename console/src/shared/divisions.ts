import { lookupsCalls } from '@fleetwarden/contract/lookups/routes';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** A province, city or county by its code of six digits (GB/T 2260). */
export type Division = { readonly areaId: string; readonly areaName: string };

/** Codes from the province down to a division; a municipality counts as its own city. */
function listCodes(code: string): readonly string[] {
  const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];
  if (code === province) return [province];
  return code === city ? [province, city] : [province, city, code];
}

/** The divisions below a path, provinces for an empty one; cached for the session. */
export const below = (queries: QueryClient, path: readonly string[]): Promise<readonly Division[]> =>
  queries.fetchQuery({
    queryKey: ['divisions', path.length, path.at(-1)],
    queryFn: async () => {
      const areaId = path.at(-1);
      const level = path.length;
      if (level === 0 || areaId === undefined) return (await call(lookupsCalls.getProvince, {}, { quiet: true })).list;
      if (level === 1) return (await call(lookupsCalls.getCity, { areaId }, { quiet: true })).list;
      return (await call(lookupsCalls.getArea, { areaId }, { quiet: true })).list;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * A division with its ancestors from the top. Districts of a municipality are directly below it. Unlisted divisions are skipped.
 */
export async function loadChain(queries: QueryClient, code: string): Promise<readonly Division[]> {
  const chain: Division[] = [];
  for (const wanted of listCodes(code)) {
    const list = await below(
      queries,
      chain.map(({ areaId }) => areaId),
    );
    const division = list.find(({ areaId }) => areaId === wanted) ?? (list.length === 1 ? list[0] : undefined);
    if (!division) break;
    chain.push(division);
  }
  return chain;
}
