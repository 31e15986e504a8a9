import { todaySoFar } from '../../api/business-clock.ts';

const page = (path: string, targId: string, more: Readonly<Record<string, string>> = {}): string =>
  `/mapcontent/${path}?${new URLSearchParams({ targId, ...more })}`;

/** URLs of the pages of one vehicle (routes.md 2.3). */
export const trackingPage = (targId: string): string => page('tracking', targId);
export const trackingTimePage = (targId: string): string => page('trackingTime', targId);

/** Live video of all channels (screen catalogue 5.1). */
export const videoPage = (targId: string): string =>
  `/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew?${new URLSearchParams({ targId })}`;

/** The track from `start` to `end`, epoch ms; default: today until now. */
export function playbackPage(
  targId: string,
  { start, end }: { readonly start: number; readonly end: number } = todaySoFar(),
): string {
  return page('trackPlayback', targId, { start: String(start), end: String(end) });
}
