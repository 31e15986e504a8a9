/** Why a session ended, by the word the server writes. */
export const sessionEnd = {
  logout: '退出登录',
  elsewhere: '在其他地方登录',
  expired: '登录过期',
  kicked: '被强制下线',
  password: '密码已修改',
} as const;
