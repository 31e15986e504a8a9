/** States of live video, and reasons why it stopped. */
export const videoState = {
  requesting: '正在请求终端',
  waitingStream: '终端已应答，等待视频流',
  waitingKeyFrame: '已收到视频流，等待关键帧',
  playing: '播放中',
  ended: '已停止',
  terminalOffline: '车辆不在线',
  refused: '终端拒绝',
  unsupported: '终端不支持实时视频',
  noAnswer: '终端未应答',
  noStream: '终端未推流',
  codecNotSupported: '不支持终端的视频编码。请将终端的编码改为 H.264',
  timeLimit: '已到播放时限',
  notAllowed: '无权观看该车辆的视频',
  signedOut: '已退出登录',
  tooSlow: '网络太慢，无法播放',
  stopping: '服务器正在重启，请稍后再试',
} as const;
