import type { shell as zh } from '../zh/shell.ts';

export const shell: Record<keyof typeof zh, string> = {
  home: '監視センターに戻る',
  navigation: 'メインナビゲーション',
  language: '言語',
  switchLanguageSuccess: '言語を切り替えました',
  themeLight: 'ライトテーマに切り替え',
  themeDark: 'ダークテーマに切り替え',
  fullscreen: '全画面表示',
  exitFullscreen: '全画面表示を終了',
  fullscreenUnsupported: 'you browser can not work',
  liveWithoutData: '接続に失敗しました。再接続します',
  userMenu: 'ユーザーメニュー',
};
