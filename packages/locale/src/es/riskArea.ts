import type { riskArea as zh } from '../zh/riskArea.ts';

export const riskArea: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar zona de riesgo',
  areaName: 'Nombre de la zona',
  deptId: 'Departamento',
  riskLevel: 'Nivel de riesgo',
  state: 'Estado',
  validFrom: 'Válida desde',
  validTo: 'Válida hasta',
  ground: 'Ámbito',
  geo: 'Forma',
  adminCode: 'División administrativa',
  source: 'Fuente',
  noticeUrl: 'Dirección del anuncio',
  events: 'Entradas',
  noOutline: 'No hay un contorno integrado de esta división: dibuje la zona',
  draw: 'Dibuje la zona en el mapa',
  erase: 'Borrar la forma',
  divisionFailed: 'No se pudo leer el contorno',
  empty: 'No hay zonas de riesgo',
};
