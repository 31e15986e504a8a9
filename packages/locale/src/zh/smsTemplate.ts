/** Fields of an SMS template, by their keys. */
export const smsTemplate = {
  addTitle: '新增 - 短信模板',
  templateName: '模板名称',
  accountId: '短信账号',
  kind: '模板用途',
  code: '模板编号',
  content: '模板内容',
} as const;
