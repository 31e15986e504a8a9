import type { auditAction as zh } from '../zh/auditAction.ts';

export const auditAction: Record<keyof typeof zh, string> = {
  makeInspectPasswd: 'Make inspection password',
  exchangeTicket: 'Issue sign-in ticket',
  updateUserDetail: 'Change own profile',
  changePasswd: 'Change password',
  endSession: 'End sessions',
  getCertificateUrl: 'Open network-access certificate',
  savePlatSetting: 'Save platform settings',
  uploadLogo: 'Upload logo',
  exportOperation: 'Export operation log',
  enableAgent: 'Enable/disable agent',
  bindDept: 'Assign companies to agent',
  enableOperator: 'Enable/disable operator',
  bindOperatorCar: 'Bind vehicles to operator',
  linkSuperior: 'Link/unlink superior platform',
  bindSuperiorCar: 'Bind vehicles to superior platform',
  enableForward: 'Enable/disable forwarding platform',
  bindForwardCar: 'Bind vehicles to forwarding platform',
  saveQuota: 'Set quota',
  transferQuota: 'Transfer quota',
};
