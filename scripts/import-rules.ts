import type { Import } from './import-graph.ts';

/** A part of the tree, and which other parts it may import. Its own files it may always import. */
export type Layer = {
  readonly name: string;
  readonly folder: string;
  readonly imports: readonly string[] | 'anything';
  /** Pure code has no I/O: no `node:` module. */
  readonly pure?: true;
  /** Each folder below is a part of its own. `index`: parts import each other through index.ts; `never`: they do not. */
  readonly parts?: 'index' | 'never';
};

const EDGE_IMPORTS = ['server edges', 'server ingest', 'server platform', 'protocol', 'domain'];
const CONSOLE_BASE = ['contract', 'domain', 'locale'];
const CONSOLE_SHARED = ['console map', 'console live', 'console shared', 'console ui', 'console hooks', 'console api'];

/** Allowed imports; the first row whose folder contains a file is its layer. Tests, benchmarks and scripts may import anything. */
export const LAYERS: readonly Layer[] = [
  { name: 'protocol', folder: 'packages/protocol/src', imports: [], pure: true },
  { name: 'domain', folder: 'packages/domain/src', imports: [], pure: true },
  { name: 'contract', folder: 'packages/contract/src', imports: ['domain'], pure: true },
  { name: 'locale', folder: 'packages/locale/src', imports: [], pure: true },
  { name: 'server edges', folder: 'server/src/gateway', imports: EDGE_IMPORTS },
  { name: 'server edges', folder: 'server/src/regulator', imports: EDGE_IMPORTS },
  { name: 'server media', folder: 'server/src/media', imports: ['server platform', 'contract', 'protocol', 'domain'] },
  { name: 'server evidence', folder: 'server/src/evidence', imports: ['server platform', 'protocol', 'domain'] },
  { name: 'server ftp', folder: 'server/src/ftp', imports: ['server platform', 'domain'] },
  { name: 'server ingest', folder: 'server/src/ingest', imports: ['server engine', 'server platform', 'domain'] },
  { name: 'server engine', folder: 'server/src/engine', imports: ['domain'], pure: true },
  {
    name: 'server modules',
    folder: 'server/src/modules',
    imports: ['server engine', 'server platform', 'contract', 'domain', 'locale'],
    parts: 'index',
  },
  { name: 'server platform', folder: 'server/src/platform', imports: ['contract', 'domain'] },
  { name: 'server root', folder: 'server/src', imports: 'anything' },
  { name: 'console app', folder: 'console/src/app', imports: ['console features', ...CONSOLE_SHARED, ...CONSOLE_BASE] },
  { name: 'console features', folder: 'console/src/features', imports: [...CONSOLE_SHARED, ...CONSOLE_BASE], parts: 'never' },
  { name: 'console map', folder: 'console/src/map', imports: [...CONSOLE_SHARED, ...CONSOLE_BASE] },
  { name: 'console shared', folder: 'console/src/shared', imports: [...CONSOLE_SHARED, ...CONSOLE_BASE] },
  { name: 'console live', folder: 'console/src/live', imports: CONSOLE_BASE },
  { name: 'console ui', folder: 'console/src/ui', imports: ['console hooks', 'console api', ...CONSOLE_BASE] },
  { name: 'console hooks', folder: 'console/src/hooks', imports: ['console api', ...CONSOLE_BASE] },
  { name: 'console api', folder: 'console/src/api', imports: CONSOLE_BASE },
  { name: 'simulator', folder: 'simulator/src', imports: ['protocol', 'domain'] },
];

/** An independent second implementation: it may share nothing with what it checks but lengths of time. */
const ORACLE = /^server\/test\/report-oracle\/((fixture|reports|vehicle)\/|compare\.ts$)/;
const ORACLE_IMPORTS = /^server\/test\/report-oracle\/(?!setup\/)|^packages\/domain\/src\/durations\.ts$/;

const FREE =
  /\.test\.tsx?$|(^|\/)test(ing)?\/|(^|\/)testing[-.]|^(bench|e2e|scripts)\/|(^|\/)vite(st)?[.-]|^console\/[^/]+$|\.d\.ts$/;

const layerOf = (file: string): Layer | undefined => LAYERS.find(({ folder }) => file.startsWith(`${folder}/`));

const partOf = (layer: Layer, file: string): string => file.slice(layer.folder.length + 1).split('/')[0]!;

/** Why an import is refused; undefined where it is allowed. */
export function refuseImport({ from, specifier, to }: Import): string | undefined {
  if (ORACLE.test(from) && to !== undefined && !ORACLE_IMPORTS.test(to))
    return 'the report oracle imports nothing that it checks';
  const layer = FREE.test(from) ? undefined : layerOf(from);
  if (!layer) return undefined;
  if (layer.pure && specifier.startsWith('node:')) return `${layer.name} is pure: no I/O`;
  if (to === undefined) return undefined;
  const target = layerOf(to);
  if (!target || FREE.test(to)) return `${layer.name} imports no tests, benchmarks or scripts`;
  if (target.name !== layer.name) {
    if (layer.imports === 'anything' || layer.imports.includes(target.name)) return undefined;
    return `${layer.name} -> ${layer.imports.join(', ') || 'nothing of ours'}`;
  }
  if (!layer.parts || layer.folder !== target.folder || partOf(layer, from) === partOf(layer, to)) return undefined;
  if (layer.parts === 'never') return 'a feature never imports a feature';
  return to.endsWith(`/${partOf(layer, to)}/index.ts`) ? undefined : 'a module imports another only through its index.ts';
}
