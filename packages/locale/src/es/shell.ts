import type { shell as zh } from '../zh/shell.ts';

export const shell: Record<keyof typeof zh, string> = {
  home: 'Volver al centro de monitoreo',
  navigation: 'Navegación principal',
  language: 'Idioma',
  switchLanguageSuccess: 'Idioma cambiado',
  themeLight: 'Cambiar a tema claro',
  themeDark: 'Cambiar a tema oscuro',
  fullscreen: 'Pantalla completa',
  exitFullscreen: 'Salir de pantalla completa',
  fullscreenUnsupported: 'you browser can not work',
  liveWithoutData: 'Conexión fallida, reconectando',
  userMenu: 'Menú de usuario',
};
