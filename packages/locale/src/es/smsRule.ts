import type { smsRule as zh } from '../zh/smsRule.ts';

export const smsRule: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar regla de SMS',
  tab_receivers: 'Vehículos y destinatarios',
  tab_limits: 'Horario y límites',
  ruleName: 'Nombre de la regla',
  deptId: 'Departamento',
  types: 'Tipos de alarma',
  levels: 'Niveles de alarma',
  templateId: 'Plantilla de SMS',
  state: 'Estado',
  receivers: 'Destinatarios',
  mobiles: 'Números elegidos',
  departments: 'Departamentos incluidos',
  vehicles: 'Vehículos incluidos',
  quietFrom: 'Silencio desde',
  quietTo: 'Silencio hasta',
  minGap: 'Intervalo mínimo',
  dayCap: 'Límite diario por número',
  onlyUnhandled: 'Solo si no se atendió',
  after: 'Enviar después de',
  remark: 'Notas',
};
