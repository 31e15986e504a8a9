import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { messagesSchemas } from './schemas.ts';

/** Of messages in both directions, and what terminals offer to drivers. */
const readers = [permission.sendMessage, permission.viewMessageSettings] as const;

export const messagesCalls = defineRoutes<typeof messagesSchemas>()({
  sendMessage: { method: 'POST', path: 'msg/sendMessage', permission: permission.sendMessage, audited: true },
  sendMessageForDept: { method: 'POST', path: 'msg/sendMessageForDept', permission: permission.groupMessage, audited: true },
  addTemplate: { method: 'POST', path: 'msg/addTemplate', permission: permission.messageTemplates, audited: true },
  getTemplate: { method: 'POST', path: 'msg/getTemplate', permission: permission.sendMessage, read: true },
  delTemplate: { method: 'POST', path: 'msg/delTemplate', permission: permission.messageTemplates, audited: true },
  listMessage: { method: 'POST', path: 'msg/listMessage', permission: readers, read: true, paged: true },
  listMenu: { method: 'POST', path: 'msg/listMenu', permission: [...readers, permission.viewPhoneBook], read: true, paged: true },
  listSubscription: { method: 'POST', path: 'msg/listSubscription', permission: readers, read: true, paged: true },
});
