import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SETTLE_MS = 100;

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** Waits for the colour scheme and for the end of transitions: colours between two themes are no fault. */
async function waitForTransitions(page: Page): Promise<void> {
  const moving = `
    document.documentElement.dataset.theme !== (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') ||
    document.getAnimations().some((one) => one instanceof CSSTransition)`;
  // twice in a row: a transition begins a frame after its cause
  for (let still = 0; still < 2; ) {
    still = (await page.evaluate(moving)) ? 0 : still + 1;
    await page.waitForTimeout(SETTLE_MS);
  }
}

/** Accessibility violations that are serious or critical, each with its first element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await waitForTransitions(page);
  // evaluated, not added as a script: the page's content security policy would refuse that
  await page.evaluate(source);
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
