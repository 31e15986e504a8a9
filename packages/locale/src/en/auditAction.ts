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
  enableUser: 'Enable or disable users',
  resetPasswd: 'Reset password',
  unlockUser: 'Unlock users',
  kickUser: 'Sign users out',
  copyRole: 'Copy role',
  bindUser: 'Assign users to role',
};
