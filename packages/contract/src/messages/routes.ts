import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { messagesSchemas } from './schemas.ts';

export const messagesCalls = defineRoutes<typeof messagesSchemas>()({
  sendMessage: { method: 'POST', path: 'msg/sendMessage', permission: permission.sendMessage, audited: true },
  sendMessageForDept: { method: 'POST', path: 'msg/sendMessageForDept', permission: permission.groupMessage, audited: true },
  addTemplate: { method: 'POST', path: 'msg/addTemplate', permission: permission.messageTemplates, audited: true },
  getTemplate: { method: 'POST', path: 'msg/getTemplate', permission: permission.sendMessage, read: true },
  delTemplate: { method: 'POST', path: 'msg/delTemplate', permission: permission.messageTemplates, audited: true },
  listMessage: { method: 'POST', path: 'msg/listMessage', permission: permission.sendMessage, read: true, paged: true },
});
