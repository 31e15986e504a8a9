import type { marker as zh } from '../zh/marker.ts';

/** Appearance and labels of vehicles on maps. */
export const marker: Record<keyof typeof zh, string> = {
  click: 'When clicking a vehicle',
  click1: 'Vehicle window',
  click2: 'Track playback',
  click3: 'Follow live',
  display: 'Vehicle display',
  icons: 'Vehicle icons',
  layout1: 'Arrows',
  layout2: 'Vehicle types',
  layout3: 'Large icons',
  show: 'Show',
  labels: 'Plate labels',
  clusters: 'Vehicle clusters',
  clustersHint: 'More than 50,000 vehicles in view are always clustered',
  smooth: 'Smooth movement',
  here: 'Vehicles here: {{value}}',
  inView: 'Vehicles in view',
  inViewCount: 'Vehicles in view: {{value}}',
  inViewLimit: 'Many vehicles in view. Only the first {{value}} are listed',
  inViewNone: 'No vehicles in view',
  keys: 'Arrow keys to select, Enter to open, Esc to close',
  oldFix: 'No new position for more than 5 minutes',
  speed: 'Speed {{value}} {{speedUnit}}',
  gathered: 'Vehicles: {{value}}',
  lost: 'The browser’s graphics were interrupted. Vehicles will reappear shortly',
};
