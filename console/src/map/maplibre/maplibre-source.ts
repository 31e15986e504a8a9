import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const LIBRARY = 'maplibre-gl';
const WORKER = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
const WORKER_URL = '\0maplibre-worker-url';
/** As the library compiles it: a declared field must not reset what the base class set. */
const FIELDS = { typescript: { removeClassFieldsWithoutInitializer: true }, assumptions: { setPublicClassFields: true } };

/**
 * Builds MapLibre from its sources instead of the two bundled files. Page and worker share about half of the code, which each
 * bundle duplicates; built together they share a chunk. Development and tests use the bundles.
 */
export function maplibreSource(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json'));
  const manifest = join(root, 'package.json');
  const sources = join(root, 'src/');
  return {
    name: 'maplibre-source',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === LIBRARY) return join(root, 'src/index.ts');
      return id === WORKER ? WORKER_URL : null;
    },
    load(id) {
      // only its version is needed
      if (id === manifest) {
        const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
        return JSON.stringify({ version });
      }
      if (id !== WORKER_URL) return null;
      const file = this.emitFile({ type: 'chunk', id: join(root, 'src/source/worker.ts'), name: 'maplibre-worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    transform(code, id) {
      return id.startsWith(sources) && id.endsWith('.ts') ? transformWithOxc(code, id, FIELDS) : null;
    },
  };
}
