import type { inspection as zh } from '../zh/inspection.ts';

export const inspection: Record<keyof typeof zh, string> = {
  loading: 'Leyendo la posición',
  follow: 'Volver al vehículo',
  neverTitle: 'Este vehículo aún no ha comunicado su posición',
  neverHint: 'Aparecerá aquí cuando su terminal esté en línea y localizado.',
  failedTitle: 'No se pudo leer la posición',
  staleStrip: 'La actualización falló; esta es la última posición conocida',
  card: 'Vehículo inspeccionado',
  department: 'Departamento',
  position: 'Posición',
  makePassword: 'Contraseña de inspección',
  makeTitle: '¿Generar una contraseña de inspección para {{plate}}?',
  makeText: 'La contraseña anterior deja de valer de inmediato y terminan las inspecciones abiertas con ella.',
  make: 'Generar la contraseña',
  cancel: 'Cancelar',
  madeTitle: 'Contraseña de inspección de {{plate}}',
  madeText: 'Solo se muestra esta vez. Cópiela y entréguela al inspector.',
  copyPassword: 'Copiar la contraseña',
  done: 'Listo',
};
