import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';
import { maplibreSource } from './maplibre-source.ts';

const PAGE = 'page';

/** Builds a page that uses the library and its worker URL. */
async function builtChunks(): Promise<Rollup.OutputChunk[]> {
  const page = `
    import { Map, setWorkerUrl } from 'maplibre-gl';
    import url from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
    setWorkerUrl(url);
    window.open = () => new Map({ container: 'map', style: { version: 8, sources: {}, layers: [] } });`;
  const entry = {
    name: PAGE,
    resolveId: (id: string) => (id === PAGE ? PAGE : null),
    load: (id: string) => (id === PAGE ? page : null),
  };
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [maplibreSource(), entry],
    build: { write: false, minify: false, target: 'es2022', rollupOptions: { input: PAGE } },
  })) as Rollup.RollupOutput;
  return built.output.filter((file) => file.type === 'chunk');
}

it('loads the code that page and worker of the map share once', async () => {
  const chunks = await builtChunks();
  const worker = chunks.find(({ name }) => name === 'maplibre-worker')!;
  const page = chunks.find(({ name }) => name === PAGE)!;
  const both = worker.imports.filter((file) => page.imports.includes(file));
  const shared = chunks.filter(({ fileName }) => both.includes(fileName)).reduce((sum, { code }) => sum + code.length, 0);
  expect(shared).toBeGreaterThan(worker.code.length);
  expect(page.code).toContain(worker.fileName.split('/').at(-1));
  // each module is in one chunk only
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  expect(new Set(modules).size).toBe(modules.length);
});

it('does not emit declared fields, like the compiled library', async () => {
  const code = (await builtChunks()).map((chunk) => chunk.code).join('\n');
  // a base class sets it in its constructor
  expect(/this\.int16 = /.test(code)).toBe(true);
  expect(/^\s*int16;$/m.test(code)).toBe(false);
});
