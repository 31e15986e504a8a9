import type { ViewNews } from '@fleetwarden/contract/video/live-video';
import { useState } from 'react';
import { useCommonMessage, useOpened } from '../../shared/live-context.ts';
import { tileKey } from './wall-model.ts';

/** Channels that this account plays, in any of its windows: a second screen tells by `videoState` what it shows. */
export function usePlayingChannels(): ReadonlySet<string> {
  const [views, setViews] = useState<ReadonlyMap<string, string>>(new Map());
  useCommonMessage('videoState', (data) => {
    const { sessionId, kind, state, ...channel } = data as ViewNews;
    if (kind !== 'live') return;
    setViews((before) => {
      const others = [...before].filter(([id]) => id !== sessionId);
      return new Map(state === 'playing' ? [...others, [sessionId, tileKey(channel)]] : others);
    });
  });
  // ends may have been missed
  useOpened(() => setViews(new Map()));
  return new Set(views.values());
}
