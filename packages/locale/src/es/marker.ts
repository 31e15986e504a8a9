import type { marker as zh } from '../zh/marker.ts';

/** Appearance and labels of vehicles on maps. */
export const marker: Record<keyof typeof zh, string> = {
  click: 'Al hacer clic en un vehículo',
  click1: 'Ventana de información',
  click2: 'Reproducción del recorrido',
  click3: 'Seguimiento',
  display: 'Visualización de vehículos',
  icons: 'Iconos de vehículos',
  layout1: 'Flechas',
  layout2: 'Tipos de vehículo',
  layout3: 'Iconos grandes',
  show: 'Mostrar',
  labels: 'Etiquetas de matrícula',
  clusters: 'Agrupación de vehículos',
  clustersHint: 'Más de 50 000 vehículos a la vista se agrupan siempre',
  smooth: 'Movimiento fluido',
  here: 'Vehículos en este punto: {{value}}',
  inView: 'Vehículos a la vista',
  inViewCount: 'Vehículos a la vista: {{value}}',
  inViewLimit: 'Hay muchos vehículos a la vista; solo se listan los primeros {{value}}',
  inViewNone: 'No hay vehículos a la vista',
  keys: 'Flechas para elegir, Intro para abrir, Esc para cerrar',
  oldFix: 'Sin posición nueva desde hace más de 5 minutos',
  speed: 'Velocidad {{value}} {{speedUnit}}',
  gathered: 'Vehículos: {{value}}',
  lost: 'Los gráficos del navegador se interrumpieron y los vehículos no pueden mostrarse por ahora; se están restableciendo',
};
