import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { call } from '../../api/call.ts';
import type { VideoVehicle } from '../../shared/vehicle-video.ts';
import { channelsOf } from './channel-tree.ts';
import styles from './VideoWall.module.css';
import { WallGrid } from './WallGrid.tsx';
import { changeWall, emptyWall } from './wall-model.ts';

/** Streams of a terminal at once. */
const MAX_CHANNELS = 4;

/** The first channels of a vehicle, live, for a drawer: a small video wall. */
export function VehicleVideo({ vehicle }: { readonly vehicle: VideoVehicle }) {
  const { targId } = vehicle;
  const { data } = useQuery({
    queryKey: ['video', 'channels', targId],
    queryFn: ({ signal }) => call(videoCalls.listChannel, { targId }, { signal, quiet: true }),
  });
  const channels = data && channelsOf(vehicle, data.list).slice(0, MAX_CHANNELS);
  const key = channels?.map(({ channel }) => channel).join();
  return channels && <Wall key={`${targId} ${key}`} channels={channels} />;
}

function Wall({ channels }: { readonly channels: ReturnType<typeof channelsOf> }) {
  const [wall, change] = useReducer(changeWall, emptyWall(channels.length > 1 ? MAX_CHANNELS : 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of this component names its channels
  useEffect(() => change({ kind: 'show', channels }), []);
  return (
    <div className={styles['inDrawer']}>
      <WallGrid wall={wall} keepsRetrying={false} change={change} />
    </div>
  );
}
