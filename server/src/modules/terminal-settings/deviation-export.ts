import { getText } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import type { Comparison } from './comparison.ts';
import { writeDeviations } from './export.ts';

const Payload = z.object({
  templateId: z.string(),
  targIds: z.array(z.string()).optional(),
  deptId: z.string().optional(),
  format: z.enum(['xlsx', 'csv']),
});

/** Writes the deviations from a template to a file, with the scope and the rights that the user has when it runs. */
export const deviationExport = (deps: {
  readonly compare: Comparison['compare'];
  readonly timeZone: string;
}): Task<z.infer<typeof Payload>> =>
  defineTask({
    kind: 'terminalSettings.deviations',
    payload: Payload,
    repeatable: true,
    run: async ({ format, ...data }, { account, departmentId, language, signal, progress, file }) => {
      const { cars, deviations } = await deps.compare({ departmentId, rights: account.rights }, data);
      const name = getText(language, 'terminalSettings.fileDeviations');
      const onBatch = (done: number) => {
        signal.throwIfAborted();
        progress(done, cars.length);
      };
      await file(`${name}.${format}`, async (stream) => {
        await writeDeviations(stream, cars, { language, format, timeZone: deps.timeZone }, onBatch);
      });
      return { rows: deviations };
    },
  });
