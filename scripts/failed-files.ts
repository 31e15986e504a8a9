import { appendFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Where the reporter notes the files that failed, a path a line. */
export const FAILED_FILES = 'FAILED_TEST_FILES';

const TOLD = 300;

/** What went wrong first, in a line. */
const said = (errors: readonly { readonly message: string }[] | undefined): string =>
  (errors?.[0]?.message ?? '').replaceAll(/\s+/g, ' ').slice(0, TOLD);

/** Tells what failed in a line each, before all that is to be said of it, and notes the files for whoever runs them again. */
export default class FailedFiles implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const failed = modules.filter((module) => module.state() === 'failed');
    for (const module of failed) {
      const tests = [...module.children.allTests('failed')].map((test) => `${test.fullName}: ${said(test.result().errors)}`);
      for (const what of tests.length > 0 ? tests : [`the file itself: ${said(module.errors())}`])
        console.log(`failed: ${module.relativeModuleId} > ${what}`);
    }
    for (const { message } of unhandled) console.log(`failed: outside of every test: ${message}`);
    const file = process.env[FAILED_FILES];
    // what no test caused is in none of the files
    if (file && unhandled.length === 0) for (const { moduleId } of failed) appendFileSync(file, `${moduleId}\n`);
  };
}
