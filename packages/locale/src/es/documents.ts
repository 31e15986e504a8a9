import type { documents as zh } from '../zh/documents.ts';

export const documents: Record<keyof typeof zh, string> = {
  download: 'Descargar',
  send: 'Enviar',
  regenerate: 'Volver a generar',
  remove: 'Eliminar',
  ofDocument: '{{action}} - {{name}}',
  mailText: 'Se ha generado «{{name}}»',
  receivers: 'Destinatarios',
  receiversHint: '{{max}} direcciones de correo como máximo; se guardan como lista de esta empresa',
  noMail: 'Este servidor no tiene correo configurado; no se puede enviar',
  reportsForbidden: 'Este documento contiene informes que no puede ver: no puede enviarlo',
  sent: 'En cola de envío',
  regenerating: 'Se está generando de nuevo; actualice en unos momentos',
  removed: 'Eliminado',
  removeAsk: 'El archivo no se puede recuperar y no se vuelve a generar por sí solo',
  regenerateAsk: 'El archivo se genera de nuevo con los datos actuales y sustituye al anterior',
};
