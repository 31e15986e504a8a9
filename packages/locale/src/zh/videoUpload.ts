/** Downloads of recordings from terminals: states and reasons. */
export const videoUpload = {
  queued: '排队',
  uploading: '上传中',
  paused: '暂停',
  done: '完成',
  failed: '失败',
  cancelled: '取消',
  terminalOffline: '车辆不在线，上线后上传',
  refused: '终端拒绝上传',
  unsupported: '终端不支持录像上传',
  noAnswer: '终端未应答',
  terminalFailed: '上传失败：终端报告失败',
  interrupted: '上传中断',
  tooLarge: '文件超过大小限制',
  diskFull: '服务器磁盘空间不足',
  expired: '24 小时内未完成',
} as const;
