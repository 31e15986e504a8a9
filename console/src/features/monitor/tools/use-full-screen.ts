import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** The full-screen state of the map page, and its toggle. Warns where it is unsupported (specification 2.3). */
export function useFullScreen(): [full: boolean, toggle: () => void] {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const filled = useSyncExternalStore(follow, () => Boolean(document.fullscreenElement));
  const full = requested && filled;
  // Escape or the browser can end it
  useEffect(() => {
    if (filled) return () => setRequested(false);
    return undefined;
  }, [filled]);

  const toggle = useCallback(async () => {
    try {
      if (full) return await document.exitFullscreen();
      if (!document.fullscreenEnabled) throw new Error('no full screen');
      setRequested(true);
      // the whole page, because panels lie beside the map
      if (!document.fullscreenElement) await document.documentElement.requestFullscreen();
    } catch {
      setRequested(false);
      notify('warning', t('shell.fullscreenUnsupported'));
    }
  }, [full, t]);
  return [full, toggle];
}
