import type { CallReply } from '@fleetwarden/contract/call';
import type { ReplaySpeed } from '@fleetwarden/contract/video/replay';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { call } from '../../../api/call.ts';
import type { Recording } from './recordings.ts';
import type { ReplayControl } from './terminal-playback.ts';

/** Requests a recording of a terminal from a time on. The address is valid once. */
export async function startReplay(
  targId: string,
  recording: Recording,
  from: number,
): Promise<CallReply<(typeof videoCalls)['replay']>> {
  const { channel, end, kind, stream, storage } = recording;
  const format = { mediaType: kind as 0, streamType: stream as 0, storage: storage as 0 };
  return call(videoCalls.replay, { targId, channel, startTime: Math.round(from), endTime: end, ...format }, { quiet: true });
}

/** Controls a playback; failures are shown by the call. */
export async function controlReplay(sessionId: string, control: ReplayControl): Promise<void> {
  await call(videoCalls.controlReplay, { sessionId, ...paramsOf(control) }).catch(() => undefined);
}

function paramsOf(control: ReplayControl) {
  switch (control.kind) {
    case 'seek':
      return { control: 'seek', position: Math.round(control.at) } as const;
    case 'rate':
      return control.rate === 1
        ? ({ control: 'start' } as const)
        : ({ control: 'fast', speed: control.rate as ReplaySpeed } as const);
    case 'keyFrames':
      return { control: 'keyFrames', speed: control.rate as ReplaySpeed } as const;
    case 'pause':
      return { control: 'pause' } as const;
    case 'resume':
      return { control: 'start' } as const;
  }
}
