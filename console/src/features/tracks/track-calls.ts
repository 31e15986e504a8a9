import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { type LoadedTrack, loadTrack } from './loaded-track.ts';
import { type PlaybackQuery, readPlaybackQuery } from './use-playback-url.ts';

/** A track request: vehicle, period and interval. */
type TrackWish = Pick<PlaybackQuery, 'start' | 'end' | 'interval' | 'filterDrift'> & { readonly targId: string };

/** Lifetime of an unused early request, ms. */
const EARLY_MS = 60_000;

/** Requests started before the page was ready, by query and session: other users of the window do not get them. */
const early = new Map<string, Promise<LoadedTrack>>();

const keyOf = ({ targId, start, end, interval, filterDrift }: TrackWish): string =>
  JSON.stringify([useSession.getState().token, targId, start, end, interval, filterDrift]);

const wishesOf = ({ targIds, start, end, interval, filterDrift }: PlaybackQuery): TrackWish[] =>
  targIds.map((targId) => ({ targId, start, end, interval, filterDrift }));

/** Starts the requests of a URL while the page's code loads. */
export function askEarly(query: URLSearchParams): void {
  // without a range the page uses the time of its opening
  if (!query.has('start') || !query.has('end')) return;
  for (const wish of wishesOf(readPlaybackQuery(query, Date.now()))) {
    const asked = ask(wish);
    // the page handles errors when it takes the request
    asked.catch(() => {});
    early.set(keyOf(wish), asked);
  }
  setTimeout(() => early.clear(), EARLY_MS);
}

/** Takes the early request of a track, or starts one. */
export function askTrack(wish: TrackWish, signal: AbortSignal): Promise<LoadedTrack> {
  const asked = early.get(keyOf(wish));
  early.delete(keyOf(wish));
  return asked ?? ask(wish, signal);
}

async function ask(wish: TrackWish, signal?: AbortSignal): Promise<LoadedTrack> {
  // early requests start on the previous page and must survive leaving it
  const options = signal ? { signal, quiet: true } : { anyPage: true, quiet: true };
  return loadTrack(await call(tracksCalls.listTrack, wish, options));
}
