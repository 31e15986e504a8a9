import type { deletedVehicle as zh } from '../zh/deletedVehicle.ts';

export const deletedVehicle: Record<keyof typeof zh, string> = {
  carNo: 'Matrícula',
  plateColor: 'Color de matrícula',
  deptId: 'Departamento',
  vin: 'Número de bastidor (VIN)',
  terminalNo: 'ID del terminal',
  phone: 'Teléfono del terminal',
  deletedAt: 'Eliminado el',
  deletedByName: 'Eliminado por',
  deleteReason: 'Motivo',
  keptUntil: 'Se conserva hasta',
  description: 'Un vehículo restaurado queda como estaba, con su terminal',
  restoreOne: '¿Restaurar {{name}}?',
  restoreHint: 'Su terminal podrá registrarse e informar de inmediato.',
  restored: '{{name}} restaurado',
  clash: 'No se puede restaurar. {{what}}',
  purgeOne: '¿Eliminar {{name}} definitivamente?',
  purgeHint: 'Los datos del vehículo y del terminal no se podrán recuperar; los recorridos se conservan.',
  typePlate: 'Escriba {{name}} para confirmar',
  purged: '{{name}} eliminado definitivamente',
};
