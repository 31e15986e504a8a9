import { CallError } from '@fleetwarden/contract/errors';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { StreamCheck } from './main-stream.ts';
import type { Relay } from './relay.ts';
import type { TakeRoom } from './stream-limits.ts';
import type { StreamRequests } from './stream-requests.ts';
import type { Views } from './views.ts';

/** Pause, resume and the other stream of a view that plays. */
export function createControlCalls(deps: {
  readonly service: Pick<CommandService, 'targets'>;
  readonly relay: Relay;
  readonly views: Pick<Views, 'find'>;
  readonly requests: Pick<StreamRequests, 'tellSwitch'>;
  readonly takeRoom: TakeRoom;
  readonly requireStream: StreamCheck;
}): Pick<Handlers<typeof videoCalls>, 'controlRealtime'> {
  const { service, relay, views, requests, takeRoom, requireStream } = deps;
  return {
    controlRealtime: async ({ sessionId, control, streamType }, { user }) => {
      const view = views.find(({ id, accountId, kind }) => id === sessionId && accountId === user.accountId && kind === 'live');
      if (!view) throw new CallError('notFound', `view ${sessionId}`);
      if (control !== 'switchStream') {
        view.relayView.setPaused?.(control === 'pause');
        return { applied: true };
      }
      if (streamType === view.grant.streamType) return { applied: true };
      await requireStream(user, streamType);
      const [target] = await service.targets(user, [String(view.grant.vehicleId)]);
      const wish = { ...view.grant, streamType };
      const change = () => {
        const stream = relay.find(view.grant);
        if (!stream?.switchTo(streamType)) return undefined;
        view.grant = wish;
        view.record.switchTo(wish, view.relayView);
        return requests.tellSwitch(user, target!, stream).then(() => true);
      };
      return { applied: (await takeRoom(wish, change, view.grant)) ?? false };
    },
  };
}
