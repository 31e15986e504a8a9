import type { message as zh } from '../zh/message.ts';

export const message: Record<keyof typeof zh, string> = {
  contentRequired: 'Ingrese el texto',
  contentTooLong: 'Máximo 250 caracteres',
  templateRequired: 'Seleccione una plantilla',
  channelRequired: 'Seleccione cómo se entregará el mensaje',
  noVehicles: 'No hay vehículos en los departamentos seleccionados',
  tooManyVehicles: 'Máximo {{most}} vehículos a la vez',
};
