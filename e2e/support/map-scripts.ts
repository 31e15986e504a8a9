/** What stands for the scripts of map providers: the doubles of the console's contract suite, one script each. */
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const DOUBLES = join(import.meta.dirname, '../../console/src/map/testing');
const ANSWERS = { places: [], address: null, refused: false, silent: false, largeTiles: false };

const CALL_BACK = `window[new URL(document.currentScript.src).searchParams.get('callback')]();`;

const START = `(() => {
  const [install] = Object.values(mapDouble);
  // as the real ones do it: a part of them is text
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

/** A script that brings a provider's double; its maps have their tiles at once, and `window.mapControl()` looks into the last one. */
export async function doubleScript(provider: 'baidu' | 'amap' | 'tencent'): Promise<string> {
  const entry = join(DOUBLES, `${provider}-double.ts`);
  const lib = { entry, formats: ['iife' as const], name: 'mapDouble' };
  const built = await build({ configFile: false, publicDir: false, logLevel: 'error', build: { write: false, lib } });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return `${output[0].code}\n${START}`;
}

/** What providers send for a key they do not take: something that calls back and brings nothing. */
export const REFUSAL = CALL_BACK;
