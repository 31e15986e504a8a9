/**
 * Chunks of the console's build. Code that the main pages share is one chunk per set of pages, not one per library file: the browser
 * then loads tens of scripts instead of two hundred. Other code is split as the bundler sees fit.
 */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The pages whose static imports are gathered. Modules of the first, the start, are one chunk. */
const PAGES = {
  start: 'app/main.tsx',
  login: 'features/identity/LoginPage.tsx',
  frame: 'app/Frame.tsx',
  list: 'shared/resource/ResourcePage.tsx',
  report: 'features/reports/ReportPage.tsx',
  map: 'app/MonitorCentre.tsx',
} as const;
const NAMES = Object.keys(PAGES);
const START = 1;

/** Packages imported as a whole, and the module that each name comes from. Else every page would import all of them. */
const BARRELS: Readonly<Record<string, (name: string) => string>> = {
  antd: (name) => `antd/es/${name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()}/index.js`,
  '@ant-design/icons': (name) => `@ant-design/icons/${name}`,
};

export function chunkPlan(): { readonly plugins: Plugin[]; readonly codeSplitting: Rolldown.CodeSplittingOptions } {
  const masks = new Map<string, number>();
  const groups = subsets().map((mask) => ({
    name: NAMES.filter((_, bit) => mask & (1 << bit)).join('-'),
    test: (id: string) => masks.get(id) === mask,
    // a chunk's imports are in chunks of more pages, which are made first
    priority: mask & START ? 100 : countBits(mask),
  }));
  const plan: Plugin = {
    name: 'chunk-plan',
    apply: 'build',
    buildEnd() {
      const root = join(import.meta.dirname, 'src');
      Object.values(PAGES).forEach((page, bit) => {
        for (const id of reach(join(root, page), (each) => this.getModuleInfo(each)?.importedIds ?? [])) {
          const mask = (masks.get(id) ?? 0) | (1 << bit);
          masks.set(id, mask & START ? START : mask);
        }
      });
    },
  };
  return { plugins: [directImports, plan], codeSplitting: { groups } };
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

function reach(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([start]);
  for (const id of found) for (const next of importsOf(id)) found.add(next);
  return found;
}
