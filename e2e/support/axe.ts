import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SETTLE_MS = 100;

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** Waits until the page wears what the system asks for, and nothing is fading any more: colours between two are nobody's. */
async function atRest(page: Page): Promise<void> {
  const moving = `
    document.documentElement.dataset.theme !== (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') ||
    document.getAnimations().some((one) => one instanceof CSSTransition)`;
  // twice in a row: what was just put on begins to fade a frame later
  for (let still = 0; still < 2; ) {
    still = (await page.evaluate(moving)) ? 0 : still + 1;
    await page.waitForTimeout(SETTLE_MS);
  }
}

/** Faults of accessibility on a page at rest that are serious or worse, each with the first element it was found at. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await atRest(page);
  // evaluated, not added as a script: the page's content security policy would refuse that
  await page.evaluate(source);
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
