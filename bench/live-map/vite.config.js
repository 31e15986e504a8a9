import { boundaries } from '../../console/src/map/boundaries/vite-plugin.ts';
import { maplibreSource } from '../../console/src/map/maplibre/maplibre-source.ts';

/** The benchmark's page: the console's own map and store, nothing of its shell. */
export default {
  plugins: [maplibreSource(), boundaries()],
  base: './',
  logLevel: 'warn',
  build: { target: 'es2022' },
};
