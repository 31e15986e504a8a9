import type { ViewMessage, ViewReason } from '@fleetwarden/contract/video/live-video';
import type { Relay, RelayStream, RelayView, ViewSink } from './relay.ts';
import type { Target } from './tickets.ts';

/** What views need of a stream. */
export type ViewedStream = Pick<RelayStream, 'state' | 'speak' | 'watch'>;

/** The streams of several vehicles as one: what a user says goes to all of them, and the client is told the state of each. */
export function joinStreams(relay: Pick<Relay, 'find'>, targets: readonly Target[]): ViewedStream {
  const streams = targets.map((target) => ({ target, stream: relay.find(target) }));
  const received = streams.flatMap(({ stream }) => stream ?? []);

  const watch: RelayStream['watch'] = ({ sink, onEnd }) => {
    const views = new Map<Target, RelayView>();
    let isEnded = false;
    const finish = (reason: ViewReason | undefined) => {
      if (isEnded) return;
      isEnded = true;
      for (const view of views.values()) view.end(reason);
      if (reason) sink.sendText(JSON.stringify({ type: 'state', state: 'ended', reason } satisfies ViewMessage));
      sink.close();
      onEnd(reason);
    };
    const open = new Set(targets);
    const onTargetEnd = (target: Target, reason: ViewReason | undefined) => {
      open.delete(target);
      if (open.size === 0) finish(reason);
    };
    for (const { target, stream } of streams) {
      const tell = (message: ViewMessage) => {
        if (message.type === 'state')
          sink.sendText(JSON.stringify({ ...message, type: 'target', targId: String(target.vehicleId) }));
      };
      if (stream)
        views.set(
          target,
          stream.watch({ sink: stateSink(tell), wantsSound: false, onEnd: (reason) => onTargetEnd(target, reason) }),
        );
      else tell({ type: 'state', state: 'ended', reason: 'noStream' });
    }
    for (const { target, stream } of streams) if (!stream) onTargetEnd(target, 'noStream');
    return {
      get bytes() {
        return [...views.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      },
      get playedAt() {
        return [...views.values()].map(({ playedAt }) => playedAt).find((at) => at !== undefined);
      },
      tell: (message) => {
        if (!isEnded) sink.sendText(JSON.stringify(message));
      },
      end: finish,
    };
  };

  return {
    get state() {
      return received.find(({ state }) => state === 'playing')?.state ?? received[0]?.state ?? 'ended';
    },
    speak: (samples) => {
      for (const stream of received) stream.speak(samples);
    },
    watch,
  };
}

const stateSink = (tell: (message: ViewMessage) => void): ViewSink => ({
  backlog: 0,
  sendText: (text) => tell(JSON.parse(text) as ViewMessage),
  sendBytes: () => undefined,
  close: () => undefined,
});
