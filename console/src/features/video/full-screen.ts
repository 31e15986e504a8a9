import i18next from 'i18next';
import { notify } from '../../api/feedback.ts';

/** Fills the screen with an element, or ends it; warns where the browser has no full screen. */
export function toggleFullScreen(element: HTMLElement): void {
  const refuse = () => notify('warning', i18next.t('shell.fullscreenUnsupported'));
  if (!document.fullscreenEnabled) refuse();
  else (document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen()).catch(refuse);
}
