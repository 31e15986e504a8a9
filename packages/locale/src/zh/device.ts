/** Attributes reported by terminals. */
export const device = {
  carNo: '车牌号',
  deptId: '所属部门',
  phone: '终端手机号',
  terminalNo: '终端ID',
  maker: '制造商',
  terminalModel: '终端型号',
  protocolVersion: '808 版本',
  online: '在线',
  lastAt: '最后通信',
  registeredAt: '注册时间',
  authenticatedAt: '鉴权时间',
} as const;
