/** Areas of risk: fields of their records. */
export const riskArea = {
  areaName: '区域名称',
  deptId: '所属部门',
  riskLevel: '风险等级',
  state: '状态',
  validFrom: '生效时间',
  validTo: '失效时间',
  ground: '范围',
  geo: '图形',
  adminCode: '行政区划',
  source: '来源',
  noticeUrl: '通告网址',
  events: '进入车次',
  noOutline: '该行政区划没有内置边界，请改为手工绘制',
  draw: '在地图上绘制区域',
  erase: '清除图形',
  divisionFailed: '行政区划边界读取失败',
} as const;
