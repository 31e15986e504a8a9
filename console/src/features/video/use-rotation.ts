import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { useEvery } from '../../hooks/use-interval.ts';
import {
  changeRotation,
  channelsOfPage,
  countPages,
  EMPTY_ROTATION,
  pageAt,
  type Rotation,
  type RotationAction,
} from './rotation.ts';
import type { Channel, Wall, WallAction } from './wall-model.ts';

/** Views of a page end before the next one opens, ms: both together could be more than the user may watch. */
const GAP_MS = 300;

export type RotationControl = {
  readonly rotation: Rotation;
  readonly rotate: Dispatch<RotationAction>;
  /** The shown page, from 0, and their count. */
  readonly page: number;
  readonly pages: number;
};

/** Shows the pages of a list of channels, `seconds` each, while it runs. An enlarged tile holds its page. */
export function useRotation(wall: Wall, change: (action: WallAction) => void, seconds: number): RotationControl {
  const [rotation, rotate] = useReducer(changeRotation, EMPTY_ROTATION);
  const { layout, enlarged } = wall;
  const pages = countPages(rotation, layout);
  const shown = channelsOfPage(rotation, layout).map((channel) => ({ ...channel, patrol: true }));
  const channels = rotation.isRunning ? JSON.stringify(shown) : null;
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (channels === null) return;
    latest.current({ kind: 'closeAll' });
    const timer = setTimeout(() => latest.current({ kind: 'show', channels: JSON.parse(channels) as Channel[] }), GAP_MS);
    return () => clearTimeout(timer);
  }, [channels]);
  const turns = rotation.isRunning && pages > 1 && enlarged === null;
  useEvery(turns ? seconds * 1_000 : null, () => rotate({ kind: 'turn', layout }));
  return { rotation, rotate, page: pageAt(rotation, layout), pages };
}
