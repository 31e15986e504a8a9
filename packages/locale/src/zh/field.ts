/** Why the server refuses a field of a call. */
export const field = {
  required: '必填',
  invalid: '请输入正确的值',
  integer: '请输入整数',
  tooShort: '至少 {{min}} 个字符',
  tooLong: '最多 {{max}} 个字符',
  tooFew: '至少 {{min}} 项',
  tooMany: '最多 {{max}} 项',
  tooSmall: '不能小于 {{min}}',
  tooBig: '不能大于 {{max}}',
  unknown: '没有此字段',
  characters: '含有不支持的字符',
  tooDeep: '嵌套层数过多',
  notJson: '请求内容不是 JSON',
  notForm: '请求内容不是表单',
  fileTooLarge: '文件不能超过 {{max}}',
  oneFile: '只能上传一个文件',
} as const;
