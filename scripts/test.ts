/**
 * `npm test`: the checks, then all parts. `npm run test:<part>`: one part. Other arguments go to vitest.
 * A part that fails does not stop the others; the exit code is that of the first failure.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { environment, ROOT, run } from './children.ts';
import { buildProduct } from './product-build.ts';
import { formatSeconds, type RunSummary, SUMMARY_FILE, type Totals } from './test-report.ts';

/** In order: fast failures first. */
const PARTS = ['unit', 'server', 'console', 'e2e'] as const;
type Part = (typeof PARTS)[number];

const REPORTERS = ['--reporter', join('scripts', 'test-report.ts'), '--reporter', 'default'];

const [named, ...rest] = process.argv.slice(2);
const part = PARTS.find((name) => `--part=${name}` === named);
const args = part || named === undefined ? rest : [named, ...rest];

const phases: { readonly name: string; readonly ms: number }[] = [];
/** In order. A part that ended without a summary is among them. */
const failures: { readonly name: string; readonly code: number }[] = [];

async function timed<T>(name: string, phase: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await phase();
  } finally {
    phases.push({ name, ms: performance.now() - started });
  }
}

async function runPart(name: Part, summaryFile: string): Promise<number> {
  const plain: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const browser: Record<string, string> = name === 'e2e' ? { CHROME_PATH: await findBrowser() } : {};
  const env = environment({ [SUMMARY_FILE]: summaryFile, ...browser, ...plain });
  delete env['FORCE_COLOR'];
  // a file named by the arguments is in one of the parts
  const none = part ? [] : ['--passWithNoTests'];
  return run('vitest', ['run', '--project', `${name}*`, ...REPORTERS, ...none, ...args], { env });
}

/** Builds the product, and the data folders that stories copy. */
async function prepareStories(): Promise<void> {
  await buildProduct();
  await run(process.execPath, [join('scripts', 'create-templates.ts')]);
}

/** Runs the checks unless one part is selected, then the parts. Returns the first failure's code. */
async function runAll(summaryFile: string): Promise<number> {
  const checked = part ? 0 : await timed('check', () => run(process.execPath, [join('scripts', 'check.ts')]));
  if (checked !== 0) return checked;
  let prepared: Promise<void> | undefined;
  for (const name of part ? [part] : PARTS) {
    // some tests of the server start it as a process
    if (name === 'server') await buildProduct(ROOT, ['server']);
    if (name === 'console' && !part) {
      // a fifth of the two cores is idle in this part
      prepared = prepareStories();
      prepared.catch(() => undefined);
    }
    if (name === 'e2e') await timed('set-up of stories', () => prepared ?? buildProduct());
    const code = await timed(name, () => runPart(name, summaryFile));
    if (code !== 0) failures.push({ name, code });
  }
  return failures[0]?.code ?? 0;
}

function describeTotals(totals: readonly Totals[]): string {
  if (totals.length === 0) return '';
  const sum = (key: 'files' | 'tests' | 'expects' | 'retried') => totals.reduce((total, ran) => total + ran[key], 0);
  return `${sum('files')} files, ${sum('tests')} tests, ${sum('expects')} expects, ${sum('retried')} retried`;
}

/** The phases, then every failed and every retried test: who sees only the end of the output knows what failed. */
function printSummary(summaryFile: string): void {
  const summaries = readFileSync(summaryFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RunSummary);
  const totals = summaries.flatMap((summary) => summary.totals);
  console.log('\nPhases');
  for (const { name, ms } of phases) {
    const ran = describeTotals(totals.filter(({ project }) => project.startsWith(name)));
    console.log(`${formatSeconds(ms)}  ${name}${ran && `: ${ran}`}`);
  }
  console.log(`${formatSeconds(phases.reduce((total, { ms }) => total + ms, 0))}  all: ${describeTotals(totals)}`);
  for (const { name, code } of failures) console.log(`failed: ${name} (exit code ${code})`);
  for (const remark of summaries.flatMap((summary) => summary.remarks)) console.log(remark);
}

const dir = mkdtempSync(join(tmpdir(), 'fleetwarden-test-'));
const summaryFile = join(dir, 'summary');
writeFileSync(summaryFile, '');
try {
  process.exitCode = await runAll(summaryFile);
  printSummary(summaryFile);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
