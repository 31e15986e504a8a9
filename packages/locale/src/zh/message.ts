/** Server messages about sent texts. */
export const message = {
  contentRequired: '请输入自定义内容',
  contentTooLong: '最大长度为250个字',
  templateRequired: '请选择发送模板',
  channelRequired: '请选择具体的下发报文的方式!',
  noVehicles: '所选部门下没有车辆',
  tooManyVehicles: '一次最多向 {{most}} 辆车下发',
} as const;
