/** Who watched, heard, recorded or downloaded video of a vehicle. */
export const videoViews = {
  title: '视频查看记录',
  ofVehicle: '视频查看记录 - {{plate}}',
  user: '用户',
  kind: '操作',
  channel: '通道',
  start: '开始时间',
  played: '时长',
  bytes: '流量',
  ip: 'IP 地址',
  reason: '结束原因',
  now: '进行中',
  never: '未播放',
  empty: '近 31 天没有查看记录',
} as const;
