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
  remark: 'Notas',
  terminals: 'Terminales',
};
