/** What an entry of the log of views stands for. */
export const viewKind = {
  live: '实时视频',
  talk: '对讲',
  broadcast: '广播',
  replay: '终端录像回放',
  record: '平台录像',
  file: '录像文件播放',
  download: '下载',
} as const;
