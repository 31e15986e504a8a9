/** Vehicle picker of a record: tree on the left, assigned vehicles on the right. */
export const vehiclePicker = {
  bind: '绑定车辆',
  title: '绑定车辆 - {{name}}',
  candidates: '可选车辆',
  associated: '已关联 {{count}}',
  associatedList: '已关联车辆',
  findPlate: '车牌号，回车搜索',
  filter: '筛选已关联',
  move: '添加所选',
  remove: '移除所选',
  pending: '已选 {{count}}',
  noMatch: '没有符合条件的车辆',
  nothing: '暂未关联车辆',
  failed: '车辆加载失败',
  retry: '重试',
  check: '选择',
  saved: '已绑定 {{added}} 辆，移除 {{removed}} 辆',
} as const;
