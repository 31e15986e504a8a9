/** Fields of an SMS account, by their keys. */
export const smsAccount = {
  addTitle: '新增 - 短信账号',
  accountName: '账号名称',
  provider: '服务商',
  deptId: '所属部门',
  signName: '短信签名',
  accessKeyId: '访问密钥ID',
  accessKeySecret: '访问密钥Secret',
  monthCap: '每月条数上限',
  usedThisMonth: '本月已用条数',
  state: '状态',
  lastError: '最近错误',
  lastErrorAt: '最近错误时间',
  remark: '备注',
} as const;
