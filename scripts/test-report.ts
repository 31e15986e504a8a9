import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
// the type of `expects` in a test's meta
import type {} from './count-expects.ts';

/** Names the file to which each run appends a line: its `RunSummary` as JSON. */
export const SUMMARY_FILE = 'TEST_SUMMARY_FILE';

/** The results of a run that `npm test` prints again at its end. `remarks`: one line per failed or retried test. */
export type RunSummary = { readonly totals: readonly Totals[]; readonly remarks: readonly string[] };

/** Totals of one project. Times are sums over its workers. */
export type Totals = {
  readonly project: string;
  readonly files: number;
  readonly tests: number;
  readonly expects: number;
  readonly retried: number;
  readonly setupMs: number;
  readonly importMs: number;
  readonly testsMs: number;
};

const SLOWEST_FILES = 25;
const MAX_MESSAGE_CHARS = 300;

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(8)} s`;

const firstMessage = (errors: readonly { readonly message: string }[] | undefined): string =>
  (errors?.[0]?.message ?? '').replaceAll(/\s+/g, ' ').slice(0, MAX_MESSAGE_CHARS);

const isRetried = (test: TestCase): boolean => (test.diagnostic()?.retryCount ?? 0) > 0;

/** Times of one file in ms; `setup` is environment, worker and setup files. */
function measureFile(module: TestModule) {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  const setup = environmentSetupDuration + prepareDuration + setupDuration;
  return { setup, imports: collectDuration, tests: duration, total: setup + collectDuration + duration };
}

function sumTotals(modules: readonly TestModule[]): Totals[] {
  const projects = Map.groupBy(modules, (module) => module.project.name);
  return [...projects].map(([project, files]) => {
    const tests = files.flatMap((file) => [...file.children.allTests()]).filter((test) => test.result().state !== 'skipped');
    const times = files.map(measureFile);
    return {
      project,
      files: files.length,
      tests: tests.length,
      expects: tests.reduce((sum, test) => sum + (test.meta().expects ?? 0), 0),
      retried: tests.filter(isRetried).length,
      setupMs: times.reduce((sum, time) => sum + time.setup, 0),
      importMs: times.reduce((sum, time) => sum + time.imports, 0),
      testsMs: times.reduce((sum, time) => sum + time.tests, 0),
    };
  });
}

/** One line per failed test. A file that failed outside of its tests has one line. */
function describeFailures(modules: readonly TestModule[]): string[] {
  return modules
    .filter((module) => module.state() === 'failed')
    .flatMap((module) => {
      const tests = [...module.children.allTests('failed')].map(
        (test) => `${test.fullName}: ${firstMessage(test.result().errors)}`,
      );
      const failures = tests.length > 0 ? tests : [`the file itself: ${firstMessage(module.errors())}`];
      return failures.map((failure) => `failed: ${module.relativeModuleId} > ${failure}`);
    });
}

function describeRetried(modules: readonly TestModule[]): string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()].filter(isRetried));
  return tests.map((test) => `retried: ${test.module.relativeModuleId} > ${test.fullName}`);
}

/** Prints the slowest files, the phases of each project, and every failed and every retried test in one line. */
export default class TestReport implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    console.log(`\nSlowest files${'setup'.padStart(7)}${'import'.padStart(10)}${'tests'.padStart(10)}${'total'.padStart(10)}`);
    const files = modules.map((module) => ({ module, time: measureFile(module) }));
    for (const { module, time } of files.toSorted((a, b) => b.time.total - a.time.total).slice(0, SLOWEST_FILES)) {
      const times = [time.setup, time.imports, time.tests, time.total].map(formatSeconds).join('');
      console.log(`${times}  ${module.relativeModuleId}`);
    }

    const totals = sumTotals(modules);
    for (const { project, files, tests, expects, setupMs, importMs, testsMs } of totals) {
      const times = `setup ${formatSeconds(setupMs).trim()}, import ${formatSeconds(importMs).trim()}, tests ${formatSeconds(testsMs).trim()}`;
      console.log(`${project || basename(process.cwd())}: ${files} files, ${tests} tests, ${expects} expects; ${times}`);
    }

    const outside = unhandled.map(({ message }) => `failed: outside of every test: ${message}`);
    const remarks = [...describeFailures(modules), ...outside, ...describeRetried(modules)];
    for (const remark of remarks) console.log(remark);

    const file = process.env[SUMMARY_FILE];
    if (file) appendFileSync(file, `${JSON.stringify({ totals, remarks } satisfies RunSummary)}\n`);
  };
}
