import type { notices as zh } from '../zh/notices.ts';

export const notices: Record<keyof typeof zh, string> = {
  bell: 'Notices',
  bellUnread: 'Notices, {{count}} unread',
  list: 'Notice list',
  empty: 'No notices',
  failed: 'Could not load notices',
  unread: 'Unread',
  previous: 'Previous',
  next: 'Next',
  first: 'This is the first notice',
  last: 'This is the last notice',
  ordinaryBell: 'Ordinary alarms: {{count}}',
  safetyBell: 'Active-safety alarms: {{count}}',
};
