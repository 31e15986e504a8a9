import type { terminalModel as zh } from '../zh/terminalModel.ts';

export const terminalModel: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar modelo de terminal',
  maker: 'Fabricante',
  model: 'Modelo',
  deptId: 'Departamento',
  utcOffset: 'Reloj del terminal, horas desde UTC',
  headerForm: 'Cabecera de mensajes',
  jsatlTable: 'Norma de seguridad activa',
  textEncoding: 'Codificación de texto',
  relay: 'Códigos de corte de combustible y corriente',
  lockValue: 'Valor de bloqueo de puertas (versión 2019)',
  remark: 'Notas',
  terminals: 'Terminales',
};
