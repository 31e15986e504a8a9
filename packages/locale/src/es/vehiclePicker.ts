import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: 'Vincular vehículos',
  title: 'Vincular vehículos - {{name}}',
  candidates: 'Vehículos disponibles',
  associated: 'Asociados: {{count}}',
  associatedList: 'Vehículos asociados',
  findPlate: 'Matrícula, Intro para buscar',
  filter: 'Filtrar asociados',
  move: 'Añadir selección',
  remove: 'Quitar selección',
  pending: 'Seleccionados: {{count}}',
  noMatch: 'Ningún vehículo coincide',
  nothing: 'Sin vehículos asociados',
  failed: 'No se pudieron cargar los vehículos',
  retry: 'Reintentar',
  check: 'Seleccionar',
  saved: 'Añadidos {{added}}, quitados {{removed}}',
};
