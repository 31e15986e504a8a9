import { permission } from '@fleetwarden/contract/permissions';
import type { MarkerSettings } from '@fleetwarden/contract/settings/schemas';
import { playbackPage, trackingPage } from './vehicle-pages.ts';

/**
 * Effects of a click on a vehicle (specification 4), with the permission of their page. Playback and tracking are pages of their
 * own.
 */
const CLICK_MODES = [
  { mode: 1, text: 'marker.click1', code: null, to: null },
  { mode: 2, text: 'marker.click2', code: permission.trackPlayback, to: (tid: string) => playbackPage(tid) },
  { mode: 3, text: 'marker.click3', code: permission.tracking, to: trackingPage },
] as const satisfies readonly { readonly mode: MarkerSettings['click']; readonly [key: string]: unknown }[];

type ClickMode = (typeof CLICK_MODES)[number];

/** The modes permitted by these rights. */
export const modesFor = (rights: readonly string[] | null): readonly ClickMode[] =>
  CLICK_MODES.filter(({ code }) => code === null || (rights?.includes(code) ?? false));

/** The effective mode: the chosen one, or information without the permission. */
export const modeFor = (chosen: MarkerSettings['click'], rights: readonly string[] | null): ClickMode =>
  modesFor(rights).find(({ mode }) => mode === chosen) ?? CLICK_MODES[0];
