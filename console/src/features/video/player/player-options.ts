import type { LiveControl, ViewMessage } from '@fleetwarden/contract/video/live-video';

/** `request` resolves with a new path of the viewer's socket: each is valid once. `control`: of its view; false: it cannot. */
export type PlayerOptions = {
  readonly request: () => Promise<string>;
  readonly control?: (control: LiveControl) => Promise<boolean>;
  readonly keepsRetrying?: () => boolean;
  readonly onPosition?: (position: PlaybackPosition) => void;
};
/** A playback: the picture at `mediaMs` of the element was recorded `at`, after so many jumps. */
export type PlaybackPosition = Pick<Extract<ViewMessage, { type: 'position' }>, 'mediaMs' | 'at' | 'seeks'>;

export const socketUrl = (path: string): string => new URL(path, location.href).href.replace(/^http/, 'ws');
