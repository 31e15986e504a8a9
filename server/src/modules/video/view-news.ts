import type { ViewNews, ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Grant } from './tickets.ts';

/** Tells the consoles of an account the states of its views: `videoState` on `commonmsg`. */
export function createViewNews({ hub, log }: { readonly hub: Hub; readonly log: Log }) {
  return ({ id, kind, vehicleId, channel, streamType, accountId }: Grant, state: ViewState, reason?: ViewReason): void => {
    const data: ViewNews = { sessionId: id, kind, targId: String(vehicleId), channel, streamType, state, reason };
    hub
      .publish({ accountId }, { type: 'videoState', data })
      .catch((err: unknown) => log.error({ err }, 'the state of a view was not told'));
  };
}
