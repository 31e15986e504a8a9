import type { shell as zh } from '../zh/shell.ts';

export const shell: Record<keyof typeof zh, string> = {
  home: 'Back to the monitoring centre',
  navigation: 'Main navigation',
  language: 'Language',
  switchLanguageSuccess: 'Language changed',
  themeLight: 'Switch to light',
  themeDark: 'Switch to dark',
  fullscreen: 'Full screen',
  exitFullscreen: 'Exit full screen',
  fullscreenUnsupported: 'you browser can not work',
  liveWithoutData: 'Connection failed, reconnecting',
  userMenu: 'User menu',
};
