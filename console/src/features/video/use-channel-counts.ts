import type { CallReply } from '@fleetwarden/contract/call';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../../api/call.ts';
import type { ChannelTree } from './channel-tree.ts';

/** Terminals come and go: the counts of visible rows are read again, ms. */
const COUNT_EVERY_MS = 30_000;

type Count = { readonly total: number; readonly online: number };

/** Channels of the visible departments and vehicles of a tree. `show` tells which rows are visible. */
export function useChannelCounts(tree: ChannelTree): {
  readonly of: (index: number) => Count | undefined;
  readonly show: (from: number, to: number) => void;
} {
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 0]);
  // the tree reports the range again for another function
  const show = useCallback((first: number, end: number) => setRange([first, end]), []);
  const asked = { deptIds: [] as string[], targIds: [] as string[] };
  for (let index = from; index < Math.min(to, tree.length); index++) {
    const { deptId, targId } = tree.idsAt(index);
    if (deptId) asked.deptIds.push(deptId);
    if (targId) asked.targIds.push(targId);
  }
  const { data } = useQuery({
    queryKey: ['video', 'channelCounts', asked],
    queryFn: ({ signal }) => call(videoCalls.countChannel, asked, { signal, quiet: true }),
    enabled: asked.deptIds.length + asked.targIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_EVERY_MS,
  });
  return {
    of: (index) => findCount(data, tree.idsAt(index)),
    show,
  };
}

function findCount(
  counts: CallReply<typeof videoCalls.countChannel> | undefined,
  { deptId, targId }: ReturnType<ChannelTree['idsAt']>,
): Count | undefined {
  if (deptId) return counts?.departments.find((row) => row.deptId === deptId);
  return targId ? counts?.vehicles.find((row) => row.targId === targId) : undefined;
}
