import { tracksCalls } from '@fleetwarden/contract/tracks/routes';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { type LoadedTrack, loadTrack } from './loaded-track.ts';
import { type PlaybackQuery, readPlaybackQuery } from './use-playback-url.ts';

/** Which track: of a vehicle, and how much of it. */
type TrackWish = Pick<PlaybackQuery, 'start' | 'end' | 'interval' | 'filterDrift'> & { readonly targId: string };

/** What was asked for early and nobody took so long is forgotten, ms. */
const EARLY_MS = 60_000;

/** Asked for before the page was there to ask, by the wish and whose it is: nobody gets what another one in this window asked for. */
const early = new Map<string, Promise<LoadedTrack>>();

const keyOf = ({ targId, start, end, interval, filterDrift }: TrackWish): string =>
  JSON.stringify([useSession.getState().token, targId, start, end, interval, filterDrift]);

const wishesOf = ({ targIds, start, end, interval, filterDrift }: PlaybackQuery): TrackWish[] =>
  targIds.map((targId) => ({ targId, start, end, interval, filterDrift }));

/** Asks for what an address wants to see while the page's code is on its way, so that the server reads meanwhile. */
export function askEarly(query: URLSearchParams): void {
  // without a range the page asks until the moment it is opened
  if (!query.has('start') || !query.has('end')) return;
  for (const wish of wishesOf(readPlaybackQuery(query, Date.now()))) {
    const asked = ask(wish);
    // a failure is told by the page, which takes it
    asked.catch(() => {});
    early.set(keyOf(wish), asked);
  }
  setTimeout(() => early.clear(), EARLY_MS);
}

/** A track, asked for now if it was not yet. */
export function askTrack(wish: TrackWish, signal: AbortSignal): Promise<LoadedTrack> {
  const asked = early.get(keyOf(wish));
  early.delete(keyOf(wish));
  return asked ?? ask(wish, signal);
}

async function ask(wish: TrackWish, signal?: AbortSignal): Promise<LoadedTrack> {
  // early ones begin on the page before, and are not given up with it
  const options = signal ? { signal, quiet: true } : { anyPage: true, quiet: true };
  return loadTrack(await call(tracksCalls.listTrack, wish, options));
}
