import type { audit as zh } from '../zh/audit.ts';

export const audit: { readonly [Group in keyof typeof zh]: Record<keyof (typeof zh)[Group], string> } = {
  area: {
    identity: 'Accounts and sign-in',
    settings: 'Platform settings',
    audit: 'Audit',
  },
  action: {
    makeInspectPasswd: 'Make inspection password',
    exchangeTicket: 'Issue sign-in ticket',
    updateUserDetail: 'Change own profile',
    changePasswd: 'Change password',
    endSession: 'End sessions',
    getCertificateUrl: 'Open network-access certificate',
    savePlatSetting: 'Save platform settings',
    uploadLogo: 'Upload logo',
    exportOperation: 'Export operation log',
  },
  column: {
    at: 'Time',
    account: 'Account',
    username: 'Name',
    deptName: 'Department',
    peerIp: 'Address',
    area: 'Area',
    action: 'Action',
    object: 'Object',
    before: 'Before',
    after: 'After',
    result: 'Result',
  },
  result: {
    ok: 'Done',
    refused: 'Refused',
  },
  file: { name: 'operation-log' },
};
