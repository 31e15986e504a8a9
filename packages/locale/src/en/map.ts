import type { map as zh } from '../zh/map.ts';

/** The map itself, whatever page it is on. */
export const map: Record<keyof typeof zh, string> = {
  label: 'Vehicle map',
  tools: 'Map tools',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeCountry: 'Whole country',
  unavailable: 'The map cannot be shown',
  unavailableHint:
    'This browser has no WebGL. Switch on hardware acceleration in its settings, or use another browser, and reload the page.',
};
