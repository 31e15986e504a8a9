import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './children.ts';

/**
 * Test files that run far longer than their size suggests, slowest first. In a fresh clone Vitest knows sizes only: a slow file that starts
 * late keeps one worker busy while the others have nothing left. The end of each run prints the slowest files.
 */
export const SLOW_FILES: readonly string[] = [
  'server/src/demo/report-walk.test.ts',
  'simulator/src/terminal.socket.test.ts',
  'server/src/platform/db/embedded/embedded-postgres.test.ts',
  'server/src/modules/reports/export/export-every.test.ts',
  'e2e/shell-routes.test.ts',
  'e2e/reports-recovery.test.ts',
  'e2e/vehicle-dialog.test.ts',
  'e2e/platform-pages.test.ts',
  'e2e/reports.test.ts',
  'e2e/regulator.test.ts',
  'e2e/alarm-rules.test.ts',
  'e2e/alarms-history.test.ts',
  'e2e/environment.test.ts',
  'e2e/alarms-recovery.test.ts',
  'e2e/video-recovery.test.ts',
];

/** Starts the slow files of each project before its other files, which keep their order. */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => slowFirst(sorted.filter((file) => file.project === project)));
  }
}

export function slowFirst<T extends { readonly moduleId: string }>(files: readonly T[]): T[] {
  const rank = ({ moduleId }: T) => {
    const index = SLOW_FILES.indexOf(relative(ROOT, moduleId));
    return index === -1 ? SLOW_FILES.length : index;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}
