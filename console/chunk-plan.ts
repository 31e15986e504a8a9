/**
 * Chunks of the console's build. Code that the main pages share is one chunk per set of pages, not one per library file: the browser
 * then loads tens of scripts instead of two hundred. Other code is split as the bundler sees fit.
 */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The pages whose static imports are gathered: each with the modules that it loads at its start. */
const PAGES = {
  start: ['app/main.tsx'],
  login: ['features/identity/LoginPage.tsx'],
  frame: ['app/Frame.tsx'],
  list: ['shared/resource/ResourcePage.tsx'],
  report: ['features/reports/ReportPage.tsx'],
  view: ['map/MapView.tsx'],
  map: [
    'app/MonitorCentre.tsx',
    'features/monitor/tools/MapTools.tsx',
    'features/monitor/drawer/MonitorDrawer.tsx',
    'features/geofences/GeofenceOverlays.tsx',
  ],
} as const;
const NAMES = Object.keys(PAGES);
/** Pages as bits of a set. */
const START = 1;
const LOGIN = 2;
const FRAME = 4;
/** A chunk with less source code is not worth a request: the frame takes it, where all of its imports are in earlier chunks. */
const MIN_CHUNK_CHARS = 60_000;

/** Packages imported as a whole, and the module that each name comes from. Else every page would import all of them. */
const BARRELS: Readonly<Record<string, (name: string) => string>> = {
  antd: (name) => `antd/es/${name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}/index.js`,
  '@ant-design/icons': (name) => `@ant-design/icons/${name}`,
};

export function chunkPlan(): { readonly plugins: Plugin[]; readonly codeSplitting: Rolldown.CodeSplittingOptions } {
  let chunks: ReadonlyMap<string, number> = new Map();
  const groups = subsets().map((pages) => ({
    name: NAMES.filter((_, bit) => pages & (1 << bit)).join('-'),
    test: (id: string) => chunks.get(id) === pages,
    // a chunk's imports are in chunks of more pages, which are made first
    priority: PRIORITIES[pages] ?? countBits(pages),
  }));
  const plan: Plugin = {
    name: 'chunk-plan',
    apply: 'build',
    buildEnd() {
      const root = join(import.meta.dirname, 'src');
      const pages = Object.values(PAGES).map((modules) => modules.map((module) => join(root, module)));
      chunks = planChunks(pages, (id) => {
        const module = this.getModuleInfo(id);
        return { imports: module?.importedIds ?? [], chars: module?.code?.length ?? 0 };
      });
    },
  };
  return { plugins: [directImports, plan], codeSplitting: { groups } };
}

const PRIORITIES: Readonly<Record<number, number>> = { [START]: 100, [FRAME]: 99 };

type Module = { readonly imports: readonly string[]; readonly chars: number };

/** The chunk of each module, as a set of pages. `pages` are in the order of PAGES, each a list of modules. */
export function planChunks(pages: readonly (readonly string[])[], read: (id: string) => Module): Map<string, number> {
  const chunks = new Map<string, number>();
  pages.forEach((modules, bit) => {
    for (const id of reach(modules, (each) => read(each).imports)) chunks.set(id, (chunks.get(id) ?? 0) | (1 << bit));
  });
  const members = new Map<number, string[]>();
  for (const [id, set] of chunks) {
    const chunk = loadedEarly(set);
    chunks.set(id, chunk);
    members.set(chunk, [...(members.get(chunk) ?? []), id]);
  }
  const isEarly = (chunk: number | undefined) => chunk === START || chunk === FRAME;
  const byPages = [...members].sort(([a], [b]) => countBits(b) - countBits(a));
  for (const [chunk, ids] of byPages) {
    if (isEarly(chunk) || chunk === LOGIN) continue;
    const others = ids.flatMap((id) => read(id).imports).map((id) => chunks.get(id));
    const chars = ids.reduce((sum, id) => sum + read(id).chars, 0);
    if (chars >= MIN_CHUNK_CHARS || !others.every((other) => other === chunk || isEarly(other))) continue;
    for (const id of ids) chunks.set(id, FRAME);
  }
  return chunks;
}

/** The start has what the login page shares with others; the frame has what it shares: all pages after sign-in load both. */
function loadedEarly(set: number): number {
  if (set & START || (set & LOGIN && set !== LOGIN)) return START;
  return set & FRAME ? FRAME : set;
}

const directImports: Plugin = {
  name: 'direct-imports',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (id.includes('node_modules') || !/\.tsx?$/.test(id) ? null : importDirectly(code)),
};

/** Imports each name from the module that it comes from. Types disappear, lines stay. */
export function importDirectly(code: string): string {
  return code.replace(/^import \{([^}]*)\} from '([^']+)';/gm, (whole, names: string, from: string) => {
    const find = BARRELS[from];
    if (!find) return whole;
    const values = names.split(',').filter((name) => name.trim() && !name.trim().startsWith('type '));
    const imports = values.map((name) => {
      const [exported = '', local = exported] = name.trim().split(' as ');
      return `import ${local} from '${find(exported)}';`;
    });
    return imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}

/** All subsets of the pages but the empty one. */
const subsets = (): number[] => Array.from({ length: 2 ** NAMES.length - 1 }, (_, index) => index + 1);

const countBits = (mask: number): number => NAMES.filter((_, bit) => mask & (1 << bit)).length;

function reach(starts: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(starts);
  for (const id of found) for (const next of importsOf(id)) found.add(next);
  return found;
}
