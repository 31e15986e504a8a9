/** Fields of a terminal model. */
export const terminalModel = {
  addTitle: '新增 - 终端型号',
  maker: '制造商',
  model: '终端型号',
  deptId: '所属部门',
  utcOffset: '终端时钟时区（UTC±小时）',
  headerForm: '消息头',
  jsatlTable: '主动安全地标',
  textEncoding: '文本编码',
  relay: '断油断电指令字',
  lockValue: '车门加锁值（2019 版）',
  remark: '备注',
  terminals: '终端数',
} as const;
