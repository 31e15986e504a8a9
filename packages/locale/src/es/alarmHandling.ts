import type { alarmHandling as zh } from '../zh/alarmHandling.ts';

export const alarmHandling: Record<keyof typeof zh, string> = {
  title: 'Gestionar alarmas',
  alarms: 'Alarmas ({{count}})',
  type: 'Método',
  type1: 'Enviar mensaje',
  type5: 'Por teléfono',
  type6: 'Confirmar falsa alarma',
  notes: 'Notas',
  submit: 'Enviar',
  submitNext: 'Atender y siguiente',
  keys: 'Teclas: 1 mensaje, 5 teléfono, 6 falsa alarma, N siguiente, Ctrl+Enter atender y siguiente',
  done: 'Alarma gestionada',
  already: 'Esta alarma ya fue gestionada',
  messageFailed: '¡No se pudo gestionar la alarma!',
  submitFailed: '¡No se pudo enviar la información de la alarma!',
  defaultText: 'Alarma: {{type}}. Conduzca con precaución.',
  claimedBy: 'Sin gestionar, asumidas por {{names}}: {{count}}',
  handledMark: 'Gestionada',
};
