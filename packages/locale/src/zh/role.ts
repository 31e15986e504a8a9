/** Names of the built-in roles, by their key; fields of a role, and what is done with roles. */
export const role = {
  superAdministrator: '超级管理员',
  platformAdministrator: '平台管理员',
  agent: '代理商',
  enterpriseAdministrator: '企业管理员',
  monitor: '监控员',
  safetyOfficer: '安全员',
  supervisor: '只读监管',
  roleName: '角色名称',
  deptId: '所属部门',
  clientType: '客户端类型',
  enabled: '启用',
  users: '用户数',
  remark: '备注',
  codes: '权限',
  key: '内置角色',
  tab_permissions: '权限',
} as const;
