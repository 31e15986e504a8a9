/** Tracks: columns of their files, and why one cannot be shown. */
export const track = {
  exportOf: '轨迹导出：{{plate}}',
  tooLong: '一次最多查询 {{days}} 天',
  tooMany: '时段内的轨迹点超过 {{max}} 个，请缩短时段',
  time: '时间',
  lng: '经度',
  lat: '纬度',
  speed: '速度 (km/h)',
  recorder: '行驶记录仪速度 (km/h)',
  heading: '方向 (°)',
  altitude: '海拔 (m)',
  mileage: '里程 (km)',
  acc: 'ACC',
  accOn: 'ACC开',
  accOff: 'ACC关',
  alarms: '报警',
  stop: '停车',
} as const;
