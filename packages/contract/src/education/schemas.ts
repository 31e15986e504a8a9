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
    summary:
      'Publishes plans: creates a task for each active driver in their groups. Publishing again adds tasks for drivers who have none.',
    data: z.object({ ids: z.array(RecordId).min(1).max(MAX_PLANS) }),
    reply: z.object({ tasks: z.number() }),
  },
  resendPlan: {
    summary:
      'Adds tasks for drivers who joined later. Reads a reminder aloud in the vehicles of drivers who have not completed their task.',
    data: z.object({ id: RecordId }),
    reply: z.object({ tasks: z.number(), reminded: z.number() }),
  },
  uploadCourseFile: {
    summary:
      'Uploads the file of a course, or its cover, and replaces the previous one. The file type must match the kind of the course.',
    data: z.object({ id: RecordId, cover: z.boolean().default(false) }),
    reply: z.object({ fileName: z.string(), bytes: z.number() }),
  },
  getCourseFile: {
    summary: 'Returns a signed URL of the file of a course, or of its cover. Refused with 4004 if it has none.',
    data: z.object({ id: RecordId, cover: z.boolean().default(false) }),
    reply: z.object({ url: z.string(), fileName: z.string(), bytes: z.number() }),
  },
  addLearningRecord: {
    summary:
      'Adds a learning record of a driver for a task. Its time (epoch ms) must not be in the future. The best exam score counts.',
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
      'Returns the signed address of a task, where its driver learns without an account; null if drivers cannot reach this server. The address expires with the task.',
    data: z.object({ taskId: RecordId }),
    reply: z.object({ url: z.string().nullable() }),
  },
  listLearningRecord: {
    summary: 'Lists the learning records of a task, newest first.',
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
