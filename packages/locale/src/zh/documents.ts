/** Documents of companies: file actions and emails. */
export const documents = {
  download: '下载',
  send: '发送',
  regenerate: '重新生成',
  remove: '删除',
  ofDocument: '{{action}} - {{name}}',
  mailText: '“{{name}}”已生成',
  receivers: '收件人',
  receiversHint: '最多 {{max}} 个邮箱地址，发送后作为该企业的收件人保存',
  noMail: '服务器未配置邮件发送，无法发送',
  reportsForbidden: '该文件包含您无权查看的报表，不能发送',
  sent: '已加入发送队列',
  regenerating: '正在重新生成，请稍后刷新查看',
  removed: '已删除',
  removeAsk: '删除后文件无法恢复，也不会自动重新生成',
  regenerateAsk: '将按现有数据重新生成该文件，原文件会被替换',
} as const;
