import type { PermissionCode } from './call.ts';

/** The codes that code asks for, by name; each is a row of permission-tree.ts. Apart from the tree, which no page needs whole. */
export const permission = {
  dataCentre: '1',
  home: '103',
  monitoring: '2',
  historyPlayback: '3',
  tracking: '20103',
  sendMessage: '20201',
  groupMessage: '20208',
  messageTemplates: '20209',
  ordinaryBell: '205',
  certificate: '20601',
  readNotices: '20701',
  editVehicle: '60103',
  publishNotices: '61810',
  revokeNotices: '61811',
  noticeReaders: '61812',
  remindExpiry: '61910',
  handleExpiry: '61911',
  viewOperationLog: '62401',
  exportOperationLog: '62406',
  viewSessions: '62501',
  endSessions: '62510',
  viewSettings: '70201',
  editSettings: '70203',
  metrics: '70204',
} as const satisfies Record<string, PermissionCode>;
