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
  publishNotice: 'Publish a notice',
  revokeNotice: 'Revoke a notice',
  handleExpiry: 'Handle due dates',
  sendRemind: 'Remind now',
  changeState: 'Move a repair on',
  runCheck: 'Check an installation',
  acceptInstall: 'Accept an installation',
  rejectInstall: 'Reject an installation',
  restoreCar: 'Restore vehicles',
  purgeCar: 'Purge vehicle',
};
