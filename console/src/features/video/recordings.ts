import { fileState } from '@fleetwarden/contract/video/recording';
import type { ServerFile } from '@fleetwarden/contract/video/recording-schemas';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { serverNow } from '../../api/server-clock.ts';
import { type Channel, tileKey } from './wall-model.ts';

/** A recording that runs on the server, or the files of one that ended. */
export type Recording =
  | { readonly kind: 'running'; readonly fileId: string; readonly startedAt: number; readonly endsAt: number | null }
  | { readonly kind: 'ended'; readonly files: readonly ServerFile[] };

/** How far back running recordings are looked for, ms. */
const LOOK_BACK_MS = 60_000;

/** Recordings by tile. They run on the server, whatever the tiles show. */
export const useRecordings = create<Readonly<Record<string, Recording>>>(() => ({}));

const set = (channel: Channel, recording: Recording) => useRecordings.setState({ [tileKey(channel)]: recording });

export function forgetRecording(channel: Channel): void {
  const { [tileKey(channel)]: _, ...others } = useRecordings.getState();
  useRecordings.setState(others, true);
}

/** Finds a recording that this user or a colleague has started. */
export async function findRecording(channel: Channel): Promise<void> {
  const running = await findRunning(channel);
  if (running) set(channel, { kind: 'running', fileId: running.fileId, startedAt: running.startTime, endsAt: null });
}

/** A restart of the server, or a rule, may have ended it. */
export async function checkRecording(channel: Channel, fileId: string): Promise<void> {
  if (!(await findRunning(channel))) await stopRecording(channel, fileId);
}

async function findRunning({ targId, channel }: Channel): Promise<ServerFile | undefined> {
  const endTime = serverNow();
  const data = { targId, channel, startTime: endTime - LOOK_BACK_MS, endTime };
  const { list } = await call(videoCalls.listServerFile, data, { quiet: true });
  return list.find(({ state }) => state === fileState.growing);
}

export async function startRecording(channel: Channel, streamType: 0 | 1): Promise<void> {
  const { targId, channel: number } = channel;
  const { fileId, startedAt, limitMs } = await call(videoCalls.startRecord, { targId, channel: number, streamType });
  set(channel, { kind: 'running', fileId, startedAt, endsAt: startedAt + limitMs });
}

export async function stopRecording(channel: Channel, fileId: string): Promise<void> {
  const { list } = await call(videoCalls.stopRecord, { fileId });
  set(channel, { kind: 'ended', files: list });
}
