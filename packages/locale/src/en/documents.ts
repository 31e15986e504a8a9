import type { documents as zh } from '../zh/documents.ts';

export const documents: Record<keyof typeof zh, string> = {
  download: 'Download',
  send: 'Send',
  regenerate: 'Make again',
  remove: 'Delete',
  ofDocument: '{{action}} - {{name}}',
  mailText: '“{{name}}” was made',
  receivers: 'Receivers',
  receiversHint: '{{max}} e-mail addresses at most; they are kept as the list of this company',
  noMail: 'This server has no mail set up, so nothing can be sent',
  notAllSeen: 'This document contains reports you may not see, so you cannot send it',
  sent: 'Queued for sending',
  asked: 'It is being made again; refresh in a while',
  removed: 'Deleted',
  removeAsk: 'The file cannot be brought back, and is not made again by itself',
  regenerateAsk: 'The file is made again from what is known now, and replaces the old one',
};
