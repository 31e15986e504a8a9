/** Media of terminals: photos, audio and video. */
export const media = {
  channel: '通道 {{channel}}',
  save: '下载 {{name}}',
  open: '打开原图 {{name}}',
} as const;
