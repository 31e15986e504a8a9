import { eduCourse } from '@fleetwarden/contract/education/edu-course-resource';
import { eduPlan } from '@fleetwarden/contract/education/edu-plan-resource';
import { eduQuestion } from '@fleetwarden/contract/education/edu-question-resource';
import { eduTask } from '@fleetwarden/contract/education/edu-task-resource';
import { eduTrigger } from '@fleetwarden/contract/education/edu-trigger-resource';
import type { educationCalls } from '@fleetwarden/contract/education/routes';
import { CallError } from '@fleetwarden/contract/errors';
import { dayKey, parseDayKey } from '@fleetwarden/domain/business-day';
import type { getText } from '@fleetwarden/locale/languages';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Stored } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { Sms } from '../sms/index.ts';
import { storeCourseFile } from './course-file.ts';
import { createDriverNotices } from './driver-notices.ts';
import { courseHooks, planHooks, questionHooks, taskHooks } from './hooks.ts';
import { createLearnLinks } from './learn-links.ts';
import * as store from './store.ts';

export { publishPlans } from './store.ts';

/** When triggers and reminders run, in the business time zone: drivers are on the road. */
export const EDUCATION_AT = '0 8 * * *';

export type Education = {
  readonly handlers: Handlers<typeof educationCalls>;
  readonly courses: ResourceStore;
  readonly plans: ResourceStore;
  readonly questions: ResourceStore;
  readonly triggers: ResourceStore;
  /** Applies triggers and reads reminders out; daily. */
  readonly daily: Job<object>;
  /** Deletes files of removed courses. */
  cleanup(): Promise<number>;
};

/** Safety education: courses with files, plans, triggers, questions, and what drivers learn. */
export function createEducation(deps: {
  readonly db: Db;
  readonly resources: Resources;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly sms: Pick<Sms, 'queueEducation'>;
  readonly files: SignedFiles;
  readonly getText: typeof getText;
  readonly app: FastifyInstance;
  /** Signs the addresses of tasks. */
  readonly signingKey: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly timeZone: string;
  readonly now: () => number;
}): Education {
  const { db, resources, scopes, files, timeZone, now } = deps;
  const courses = resources.keep(eduCourse, courseHooks);
  const questions = resources.keep(eduQuestion, questionHooks(scopes));
  const plans = resources.keep(eduPlan, planHooks);
  const triggers = resources.keep(eduTrigger);
  const tasks = resources.keep(eduTask, taskHooks(timeZone));
  const links = createLearnLinks(deps);
  links.serve(deps.app);
  /** The end of a day of learning. */
  const endOf = (day: string): number => parseDayKey(day, timeZone).endAt;
  const today = () => dayKey(now(), timeZone);

  /** Records within the scope; throws CallError notFound if one is not. */
  const known = async (of: ResourceStore, ids: readonly string[], departmentId: number): Promise<Stored[]> => {
    const wanted = [...new Set(ids.map(Number))];
    const rows = await of.reader.byIds(db, wanted, await scopes.of(departmentId));
    if (rows.length < wanted.length) throw new CallError('notFound', `${of.resource.name} ${ids.slice(0, 10).join()}`);
    return rows;
  };
  const titles = (of: ResourceStore, rows: readonly Stored[]) => rows.map((row) => String(row[of.resource.title])).join(', ');

  const { textDrivers, remind } = createDriverNotices({ ...deps, codeOf: links.codeOf, endOf });
  /** Takes tasks in a transaction, and texts their drivers in it. */
  const takeAndText = <T extends store.TaskNotice>(take: (tx: Queryable) => Promise<T[]>): Promise<T[]> =>
    db.transaction(async (tx) => {
      const notices = await take(tx);
      await textDrivers(tx, notices);
      return notices;
    });

  return {
    courses,
    plans,
    questions,
    triggers,
    daily: {
      kind: 'education.daily',
      lane: 'cron',
      payload: z.object({}),
      run: async () => {
        await takeAndText((tx) => store.runTriggers(tx, today(), now()));
        await remind(await takeAndText((tx) => store.takeDueReminders(tx, today(), now())));
      },
    },
    cleanup: async () => {
      const orphans = await store.listOrphanFiles(db);
      for (const id of orphans) {
        await files.remove(id);
        await store.deleteFileRow(db, id);
      }
      return orphans.length;
    },
    handlers: {
      publishPlan: async ({ ids }, { user, note }) => {
        note({ object: `eduPlan ${ids.slice(0, 10).join(', ')}` });
        const rows = await known(plans, ids, user.departmentId);
        const planIds = rows.map((row) => row.id);
        const tasks = (await takeAndText((tx) => store.publishPlans(tx, planIds, now()))).length;
        note({ object: titles(plans, rows), after: { tasks } });
        return { tasks };
      },
      resendPlan: async ({ id }, { user, note }) => {
        note({ object: `eduPlan ${id}` });
        const [plan] = await known(plans, [id], user.departmentId);
        if (plan!['publishedAt'] === null)
          throw new CallError('validation', `plan ${id}`, [{ path: 'id', key: 'education.notPublished' }]);
        // new tasks are among those that are reminded, and texted once
        const { added, reminders } = await db.transaction(async (tx) => {
          const added = await store.publishPlans(tx, [plan!.id], now());
          const reminders = await store.takePlanReminders(tx, plan!.id, now());
          await textDrivers(tx, reminders);
          return { added, reminders };
        });
        const reply = { tasks: added.length, reminded: await remind(reminders) };
        note({ object: titles(plans, [plan!]), after: reply });
        return reply;
      },
      uploadCourseFile: async ({ id, cover }, { user, note, file }) => {
        note({ object: `eduCourse ${id}` });
        const [course] = await known(courses, [id], user.departmentId);
        note({ object: titles(courses, [course!]) });
        const stored = await storeCourseFile(files, cover ? 'cover' : Number(course!['kind']), file);
        const reply = { fileName: stored.name, bytes: file.bytes };
        try {
          await db.transaction((tx) => store.replaceFile(tx, course!.id, { ...stored, bytes: file.bytes, cover }));
        } catch (error) {
          await files.remove(stored.id);
          throw error;
        }
        note({ object: titles(courses, [course!]), after: reply });
        return reply;
      },
      getCourseFile: async ({ id, cover }, { user }) => {
        const [course] = await known(courses, [id], user.departmentId);
        const file = await store.findFile(db, course!.id, cover);
        if (!file) throw new CallError('notFound', `file of course ${id}`);
        return { url: files.addressOf(file.id, file.name, { session: user.prefix }), fileName: file.name, bytes: file.bytes };
      },
      addLearningRecord: async ({ taskId, ...record }, { user, note }) => {
        note({ object: `eduTask ${taskId}` });
        const [task] = await known(tasks, [taskId], user.departmentId);
        if (record.learnedAt > now())
          throw new CallError('validation', 'learnedAt', [{ path: 'learnedAt', key: 'education.inFuture' }]);
        const wish = { ...record, taskId: task!.id, accountId: user.accountId };
        const reply = await db.transaction((tx) => store.addRecord(tx, wish, now()));
        note({ object: `${titles(tasks, [task!])} ${String(task!['driverName'])}`, after: { ...record, ...reply } });
        return reply;
      },
      getLearnLink: async ({ taskId }, { user, note }) => {
        note({ object: `eduTask ${taskId}` });
        const [task] = await known(tasks, [taskId], user.departmentId);
        note({ object: `${titles(tasks, [task!])} ${String(task!['driverName'])}` });
        return { url: links.addressOf(task!.id, endOf(String(task!['endOn']))) };
      },
      listLearningRecord: async ({ taskId }, { user }) => {
        const [task] = await known(tasks, [taskId], user.departmentId);
        return { list: await store.listRecords(db, task!.id) };
      },
    },
  };
}
