import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { type LoadedTrack, loadTrack } from './loaded-track.ts';
import { type PlaybackQuery, readPlaybackQuery } from './use-playback-url.ts';

/** A track request: vehicle, period and interval. */
type TrackRequest = Pick<PlaybackQuery, 'start' | 'end' | 'interval' | 'filterDrift'> & { readonly targId: string };

/** Lifetime of an unused early request, ms. */
const EARLY_MS = 60_000;

/** Requests started before the page was ready, by query and session: other users of the window do not get them. */
const early = new Map<string, Promise<LoadedTrack>>();

const keyOf = ({ targId, start, end, interval, filterDrift }: TrackRequest): string =>
  JSON.stringify([useSession.getState().token, targId, start, end, interval, filterDrift]);

const listTrackRequests = ({ targIds, start, end, interval, filterDrift }: PlaybackQuery): TrackRequest[] =>
  targIds.map((targId) => ({ targId, start, end, interval, filterDrift }));

/** Starts the requests of a URL while the page's code loads. */
export function prefetchTracks(query: URLSearchParams): void {
  // without a range the page uses the time of its opening
  if (!query.has('start') || !query.has('end')) return;
  for (const request of listTrackRequests(readPlaybackQuery(query, Date.now()))) {
    const pending = fetchTrack(request);
    // the page handles errors when it takes the request
    pending.catch(() => {});
    early.set(keyOf(request), pending);
  }
  setTimeout(() => early.clear(), EARLY_MS);
}

/** Takes the early request of a track, or starts one. */
export function requestTrack(request: TrackRequest, signal: AbortSignal): Promise<LoadedTrack> {
  const pending = early.get(keyOf(request));
  early.delete(keyOf(request));
  return pending ?? fetchTrack(request, signal);
}

async function fetchTrack(request: TrackRequest, signal?: AbortSignal): Promise<LoadedTrack> {
  // early requests start on the previous page and must survive leaving it
  const options = signal ? { signal, quiet: true } : { anyPage: true, quiet: true };
  return loadTrack(await call(tracksCalls.listTrack, request, options));
}
