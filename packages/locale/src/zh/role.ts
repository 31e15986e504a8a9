/** Names of the built-in roles, by their key. */
export const role = {
  superAdministrator: '超级管理员',
  platformAdministrator: '平台管理员',
  agent: '代理商',
  enterpriseAdministrator: '企业管理员',
  monitor: '监控员',
  safetyOfficer: '安全员',
  supervisor: '只读监管',
} as const;
