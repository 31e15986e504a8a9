import type { map as zh } from '../zh/map.ts';

/** The map itself, whatever page it is on. */
export const map: Record<keyof typeof zh, string> = {
  label: 'Mapa de vehículos',
  tools: 'Herramientas del mapa',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  wholeCountry: 'Todo el país',
  unavailable: 'No se puede mostrar el mapa',
  unavailableHint:
    'Este navegador no tiene WebGL. Active la aceleración por hardware en su configuración, o use otro navegador, y vuelva a cargar la página.',
};
