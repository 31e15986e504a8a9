/** Replaces the scripts of map providers by the test doubles of the console. */
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const DOUBLES = join(import.meta.dirname, '../../console/src/map/testing');
const ANSWERS = { places: [], address: null, refused: false, silent: false, largeTiles: false };

const CALL_BACK = `window[new URL(document.currentScript.src).searchParams.get('callback')]();`;

const START = `(() => {
  const [install] = Object.values(mapDouble);
  // the real scripts evaluate text, too
  const { control } = new Function('install', 'answers', 'return install(answers)')(install, ${JSON.stringify(ANSWERS)});
  window.mapControl = control;
  let shown = null;
  setInterval(() => {
    if (control() === shown) return;
    shown = control();
    shown.ready();
  }, 50);
  ${CALL_BACK}
})();`;

/** The script of a provider's double. Its maps have their tiles at once; `window.mapControl()` returns the last map. */
export async function doubleScript(provider: 'baidu' | 'amap' | 'tencent'): Promise<string> {
  const entry = join(DOUBLES, `${provider}-double.ts`);
  const lib = { entry, formats: ['iife' as const], name: 'mapDouble' };
  const built = await build({ configFile: false, publicDir: false, logLevel: 'error', build: { write: false, lib } });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return `${output[0].code}\n${START}`;
}

/** The reply of providers to an invalid key: a callback without a library. */
export const REFUSAL = CALL_BACK;
