import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { MAX_RECORD_MIN } from './education-limits.ts';

const MAX_PLANS = 100;
const MAX_NOTE = 200;
const MAX_FACE_FAILS = 99;

export const educationSchemas = {
  publishPlan: {
    summary: 'Gives each active driver of the groups of plans a task. Published again, it adds the drivers who lack one.',
    data: z.object({ ids: z.array(RecordId).min(1).max(MAX_PLANS) }),
    reply: z.object({ tasks: z.number() }),
  },
  resendPlan: {
    summary:
      'Adds tasks for drivers who joined since, and reads a reminder out in the vehicles of drivers who have not completed theirs.',
    data: z.object({ id: RecordId }),
    reply: z.object({ tasks: z.number(), reminded: z.number() }),
  },
  uploadCourseFile: {
    summary: "The file of a course, or its cover, in place of the one before. The type of a file belongs to the course's kind.",
    data: z.object({ id: RecordId, cover: z.boolean().default(false) }),
    reply: z.object({ fileName: z.string(), bytes: z.number() }),
  },
  getCourseFile: {
    summary: 'A signed URL of the file of a course, or of its cover; 4004 if it has none.',
    data: z.object({ id: RecordId, cover: z.boolean().default(false) }),
    reply: z.object({ url: z.string(), fileName: z.string(), bytes: z.number() }),
  },
  addLearningRecord: {
    summary: 'Enters what a driver learned for a task, at most until now (epoch ms). The best exam score counts.',
    data: z.object({
      taskId: RecordId,
      learnedAt: Instant,
      minutes: z.number().int().min(0).max(MAX_RECORD_MIN),
      examScore: z.number().min(0).max(100).nullable().default(null),
      faceFail: z.number().int().min(0).max(MAX_FACE_FAILS).default(0),
      note: z.string().trim().max(MAX_NOTE).default(''),
    }),
    reply: z.object({ learnedMin: z.number(), completed: z.boolean() }),
  },
  getLearnLink: {
    summary:
      'The signed address of a task, where its driver learns without an account; null if drivers do not reach this server. It ends with the task.',
    data: z.object({ taskId: RecordId }),
    reply: z.object({ url: z.string().nullable() }),
  },
  listLearningRecord: {
    summary: 'The learning records of a task, newest first.',
    data: z.object({ taskId: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          learnedAt: z.number(),
          minutes: z.number(),
          examScore: z.number().nullable(),
          faceFail: z.number(),
          note: z.string().nullable(),
          by: z.string().nullable(),
        }),
      ),
    }),
  },
} satisfies Record<string, CallSchemas>;
