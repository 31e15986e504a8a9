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

/** Rules that find minor or moderate faults only, which are not reported. One of them would have axe read all style sheets first. */
const LESSER_RULES = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'hidden-content',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
];
const OPTIONS = {
  resultTypes: ['violations'],
  rules: Object.fromEntries(LESSER_RULES.map((rule) => [rule, { enabled: false }])),
};

/**
 * In the browser: runs axe. Cached pages are taken out of the document meanwhile: they are hidden, so they have no violations, but axe
 * would compute the style of each of their elements.
 */
const RUN_AXE = `(() => {
  const cached = [...document.querySelectorAll('main > [style*="display: none"]')].map((page) => {
    const place = document.createComment('');
    page.replaceWith(place);
    return { page, place };
  });
  return axe
    .run(document, ${JSON.stringify(OPTIONS)})
    .then(({ violations }) => violations)
    .finally(() => cached.forEach(({ page, place }) => place.replaceWith(page)));
})()`;

/** Accessibility violations that are serious or critical, each with its first element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await waitForTransitions(page);
  // evaluated, not added as a script: the page's content security policy would refuse that
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source);
  const violations = (await page.evaluate(RUN_AXE)) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
