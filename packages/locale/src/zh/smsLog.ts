/** Fields of a short message, by their keys. */
export const smsLog = {
  createdOn: '创建时间',
  deptId: '所属企业',
  carNo: '车牌号',
  driverName: '驾驶员',
  mobile: '接收号码',
  kind: '来源',
  ruleName: '触发规则',
  templateName: '短信模板',
  content: '短信内容',
  segments: '计费条数',
  state: '发送状态',
  sentAt: '发送时间',
  receiptAt: '回执时间',
  failReason: '失败原因',
  messageNo: '消息编号',
} as const;
