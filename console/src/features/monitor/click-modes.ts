import { permission } from '@fleetwarden/contract/permissions';
import type { MarkerSettings } from '@fleetwarden/contract/settings/schemas';
import { playbackPage, trackingPage } from './vehicle-pages.ts';

/** What a click on a vehicle does (specification 4), with the code its page asks for. Playback and tracking are pages of their own. */
const CLICK_MODES = [
  { mode: 1, text: 'marker.click1', code: null, to: null },
  { mode: 2, text: 'marker.click2', code: permission.trackPlayback, to: (tid: string) => playbackPage(tid) },
  { mode: 3, text: 'marker.click3', code: permission.tracking, to: trackingPage },
] as const satisfies readonly { readonly mode: MarkerSettings['click']; readonly [key: string]: unknown }[];

type ClickMode = (typeof CLICK_MODES)[number];

/** The modes a user with these rights may choose. */
export const modesFor = (rights: readonly string[] | null): readonly ClickMode[] =>
  CLICK_MODES.filter(({ code }) => code === null || (rights?.includes(code) ?? false));

/** The mode that holds: the chosen one, or information where the right to it is gone. */
export const modeFor = (chosen: MarkerSettings['click'], rights: readonly string[] | null): ClickMode =>
  modesFor(rights).find(({ mode }) => mode === chosen) ?? CLICK_MODES[0];
