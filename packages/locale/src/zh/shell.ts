/** Top bar and what floats over every page. */
export const shell = {
  home: '返回监控中心',
  navigation: '主导航',
  language: '语言',
  switchLanguageSuccess: 'Switch Language Success',
  themeLight: '切换为浅色',
  themeDark: '切换为深色',
  fullscreen: '全屏',
  exitFullscreen: '退出全屏',
  fullscreenUnsupported: 'you browser can not work',
  liveWithoutData: '连接失败,重新连接',
  userMenu: '用户菜单',
} as const;
