/** Pages of agents, operators and platforms: texts besides those of every record page. */
export const platforms = {
  superiorHint: '维护监管平台的 809 接入参数和绑定车辆；链路状态为期望状态，实际状态见上级平台监控',
  forwardHint: '维护接收数据副本的第三方平台和绑定车辆；尚不转发数据',
} as const;
