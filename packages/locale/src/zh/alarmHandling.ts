/** The dialog to handle alarms. */
export const alarmHandling = {
  title: '报警处理',
  alarms: '报警（{{count}}）',
  type: '处理方式',
  type1: '下发消息',
  type5: '电话处理',
  type6: '确认误报',
  notes: '处理备注',
  submit: '提交',
  submitNext: '处理并下一条',
  keys: '快捷键：1 下发消息，5 电话处理，6 确认误报，N 下一条，Ctrl+Enter 处理并下一条',
  done: '报警处理成功!',
  already: '该信息已被处理!',
  messageFailed: '报警处理失败!',
  submitFailed: '报警信息发送失败!',
  defaultText: '您的车辆当前发生{{type}}，请注意',
  handledMark: '已处理',
} as const;
