import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: 'Asignar vehículos',
  title: 'Asignar vehículos - {{name}}',
  candidates: 'Vehículos disponibles',
  associated: 'Asignados: {{count}}',
  associatedList: 'Vehículos asignados',
  findPlate: 'Buscar matrícula',
  filter: 'Filtrar asignados',
  move: 'Añadir selección',
  remove: 'Quitar selección',
  pending: 'Seleccionados: {{count}}',
  noMatch: 'Ningún vehículo coincide',
  nothing: 'Sin vehículos asignados',
  failed: 'No se pudieron cargar los vehículos',
  retry: 'Reintentar',
  check: 'Seleccionar',
  saved: 'Añadidos {{added}}, quitados {{removed}}',
};
