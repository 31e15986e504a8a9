/** Login page and session. */
export const identity = {
  elsewhereTitle: '异地登录',
  elsewhereText: '您的账号已在其他地方登录。若非本人操作，请重新登录后修改密码。',
  signInAgain: '重新登录',
  signOut: '退出登录',
} as const;
