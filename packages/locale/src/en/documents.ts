import type { documents as zh } from '../zh/documents.ts';

export const documents: Record<keyof typeof zh, string> = {
  download: 'Download',
  send: 'Send',
  regenerate: 'Regenerate',
  remove: 'Delete',
  ofDocument: '{{action}} - {{name}}',
  mailText: '“{{name}}” is ready',
  receivers: 'Recipients',
  receiversHint: 'At most {{max}} email addresses. They are saved as the recipients of this company',
  noMail: 'Email is not configured on this server',
  reportsForbidden: 'You cannot send this document because it contains reports you cannot view',
  sent: 'Queued for sending',
  regenerating: 'Regenerating. Refresh in a while to see the result',
  removed: 'Deleted',
  removeAsk: 'The file cannot be restored and is not regenerated automatically',
  regenerateAsk: 'The file is regenerated from current data and replaces the old one',
};
