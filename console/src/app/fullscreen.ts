import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { notify } from '../api/feedback.ts';

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Whether the console is in full-screen mode. */
export const useFullscreen = (): boolean => useSyncExternalStore(follow, () => Boolean(document.fullscreenElement));

/** Toggles full-screen mode; warns where it is unsupported (specification 2.3). */
export function toggleFullscreen(): void {
  const refuse = () => notify('warning', i18next.t('shell.fullscreenUnsupported'));
  if (!document.fullscreenEnabled) refuse();
  else (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(refuse);
}
