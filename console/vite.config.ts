import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { chunkPlan } from './chunk-plan.ts';
import { ruleForms } from './rule-forms.ts';
import { boundaries } from './src/map/boundaries/vite-plugin.ts';
import { maplibreSource } from './src/map/maplibre/maplibre-source.ts';

/** Where `npm run dev` finds the server. */
const server = process.env['DEV_SERVER'] ?? 'http://127.0.0.1:8080';
const sockets = { target: server, ws: true };

const { plugins, codeSplitting } = chunkPlan();

export default defineConfig({
  plugins: [
    ...plugins,
    react(),
    maplibreSource(),
    boundaries(),
    ruleForms(),
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1024 }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    // MapLibre is one chunk of a megabyte before compression, loaded with the map only
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting } },
  },
  server: { proxy: { '/api': server, '/websocket': sockets, '/gpsmsg': sockets } },
});
