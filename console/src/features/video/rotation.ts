import { MAX_ROTATION_CHANNELS } from '@fleetwarden/contract/video/rotation-limits';
import { type Channel, type Layout, tileKey } from './wall-model.ts';

/** Channels that the wall shows page by page; a page fills the layout. */
export type Rotation = {
  readonly channels: readonly Channel[];
  /** From 0. */
  readonly page: number;
  readonly isRunning: boolean;
};

export type RotationAction =
  | { readonly kind: 'add'; readonly channels: readonly Channel[] }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'start' }
  | { readonly kind: 'pause' }
  /** To the page behind the shown one, or to the first. */
  | { readonly kind: 'turn'; readonly layout: Layout };

export const EMPTY_ROTATION: Rotation = { channels: [], page: 0, isRunning: false };

export const countPages = ({ channels }: Rotation, layout: Layout): number => Math.max(1, Math.ceil(channels.length / layout));

/** The page in the layout: a larger layout has fewer pages. */
export const pageAt = (rotation: Rotation, layout: Layout): number => Math.min(rotation.page, countPages(rotation, layout) - 1);

export const channelsOfPage = (rotation: Rotation, layout: Layout): readonly Channel[] =>
  rotation.channels.slice(pageAt(rotation, layout) * layout, (pageAt(rotation, layout) + 1) * layout);

export function changeRotation(rotation: Rotation, action: RotationAction): Rotation {
  switch (action.kind) {
    case 'add': {
      const known = new Map([...rotation.channels, ...action.channels].map((channel) => [tileKey(channel), channel]));
      return { ...rotation, channels: [...known.values()].slice(0, MAX_ROTATION_CHANNELS) };
    }
    case 'remove':
      return { ...rotation, channels: rotation.channels.filter((channel) => tileKey(channel) !== action.key) };
    case 'clear':
      return EMPTY_ROTATION;
    case 'start':
      return { ...rotation, isRunning: rotation.channels.length > 0 };
    case 'pause':
      return { ...rotation, isRunning: false };
    case 'turn':
      return { ...rotation, page: (pageAt(rotation, action.layout) + 1) % countPages(rotation, action.layout) };
  }
}
