import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const LIBRARY = 'maplibre-gl';
const WORKER = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
const WORKER_URL = '\0maplibre-worker-url';
/** As the library is compiled: a field that is only declared is none, for its base class may have set it. */
const FIELDS = { typescript: { removeClassFieldsWithoutInitializer: true }, assumptions: { setPublicClassFields: true } };

/**
 * Builds MapLibre from the sources in its package instead of taking the two files made from them. Page and worker share half of
 * what the library is, expressions and tiles above all, and each of the two files holds all of that again; built together with the
 * console it is a chunk of its own that both load. While developing, and in tests, the files of the package do.
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
      // it asks for its version only
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
