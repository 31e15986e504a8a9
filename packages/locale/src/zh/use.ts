/** What uses a record and so keeps it from being removed. */
export const use = {
  vehicle: '{{count}} 辆车',
  deletedVehicle: '{{count}} 辆已删车辆',
  department: '{{count}} 个下级部门',
  account: '{{count}} 个用户',
  driver: '{{count}} 名驾驶员',
  role: '{{count}} 个角色',
  agent: '{{count}} 个代理商',
  company: '{{count}} 家企业',
  operator: '{{count}} 个运营商',
  platform: '{{count}} 个平台',
  notice: '{{count}} 条公告',
  expiryRule: '{{count}} 条到期提醒规则',
  install: '{{count}} 个终端安装单',
  area: '{{count}} 个区域',
  riskArea: '{{count}} 个风险区域',
} as const;
