import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const DIST = join(import.meta.dirname, 'dist');

/**
 * Lets the built file find what it reads at run time (migrations, programs of threads) beside the sources: `import.meta` of a module
 * means its source, as without a build.
 */
function sourcePaths(): Plugin {
  const toSource = (path: string) => JSON.stringify(relative(DIST, path).replaceAll('\\', '/'));
  return {
    name: 'source-paths',
    enforce: 'pre',
    transform: (code, file) => {
      if (!code.includes('import.meta')) return undefined;
      const placed = code
        .replaceAll('import.meta.url', () => `new URL(${toSource(file)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', () => `\`\${import.meta.dirname}/\${${toSource(dirname(file))}}\``);
      // lines stay lines
      return { code: placed, map: null };
    },
  };
}

/** One file for two thousand, which Node.js starts in two thirds of the time. Packages stay outside. */
export default defineConfig({
  plugins: [sourcePaths()],
  ssr: { noExternal: /^@fleetwarden\// },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: DIST,
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: '[name].js', sourcemapExcludeSources: true } },
  },
});
