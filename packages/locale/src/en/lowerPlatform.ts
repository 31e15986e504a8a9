import type { lowerPlatform as zh } from '../zh/lowerPlatform.ts';

export const lowerPlatform: Record<keyof typeof zh, string> = {
  tab_access: 'Access',
  tab_more: 'More',
  platName: 'Platform name',
  standard: 'Standard',
  deptId: 'Department',
  state: 'State',
  accessCode: 'Access code',
  userId: 'User name',
  password: 'Password',
  m1: 'M1',
  ia1: 'IA1',
  ic1: 'IC1',
  contact: 'Contact',
  tel: 'Phone',
  remark: 'Remark',
  mainState: 'Main link',
  subState: 'Sub link',
  linkSince: 'Link state since',
  linkReason: 'Reason',
  lastAt: 'Last heartbeat',
  forwards: 'Forwarding platforms',
  list: 'Lower platforms',
  hint:
    'Lower platforms sign in to this platform by 809: they open the main link, this platform opens the sub link back, and positions of vehicles of the department come in by it',
};
