/** A real Chromium. WebGL runs in software, so that it works on a machine without a screen. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.ts';

/** Only maps are drawn by a graphics processor that is none: pages are faster without. */
const ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // as in a window: sounds wait for a click on the page
  '--autoplay-policy=document-user-activation-required',
  // a microphone that beeps, and that pages may use
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Starts one that ends with this process. `args`: additional switches. */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...ARGS, ...args] });
}
