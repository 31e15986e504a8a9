import { BASE_PATH } from '@fleetwarden/contract/call';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { getText } from '@fleetwarden/locale/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import { isSignature, signText } from '../../platform/files/sign-text.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import { languageOf } from '../../platform/http/language.ts';
import { styleNonce } from '../../platform/http/security.ts';
import { drawInvalidPage, drawLearnPage, type LearnContent, type LearnPage } from './learn-page.ts';
import * as learn from './learn-store.ts';
import { addRecord } from './store.ts';

const PATH = `${BASE_PATH}learn/`;
/** Short, because providers limit values of templates to 35 characters: 96 bits. */
const SIGN_CHARACTERS = 16;
const RADIX = 36;
/** An address lives until its task ends, at most so long. */
const MAX_LIFE_MS = 31 * DAY_MS;
/** Addresses of course files on a page that is open. */
const FILE_LIFE_MS = 6 * HOUR_MS;
/** After this an open page counts no time any more. */
const MAX_OPEN_MS = 12 * HOUR_MS;
const PAGES_PER_MINUTE = 60;
const MAX_FORM_BYTES = 64 * 1024;

/**
 * Pages on which drivers learn without an account. An address is signed for one task, and shows nothing but its courses. Time counts from
 * opening the page to sending it, once, and at most as long as the courses are.
 */
export type LearnLinks = {
  /** What a short message carries of the address of a task; `endAt`: until when it is to be learned, epoch ms. */
  codeOf(taskId: number, endAt: number): string;
  /** The whole address; null if drivers do not reach this server. */
  addressOf(taskId: number, endAt: number): string | null;
  /** Registers the pages; before `listen`. */
  serve(app: FastifyInstance): void;
};

export function createLearnLinks(deps: {
  readonly db: Db;
  readonly files: Pick<SignedFiles, 'addressOf'>;
  readonly getText: typeof getText;
  readonly signingKey: Buffer;
  /** PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): LearnLinks {
  const { db, files, getText: text, signingKey, publicUrl, now } = deps;
  const sign = (kind: 'learn' | 'learnStart', id: string, time: string) =>
    signText(signingKey, `${kind} ${id}\n${time}`).slice(0, SIGN_CHARACTERS);

  /** Reads `<id>.<time>.<signature>`; null if it was not made here. */
  const readSigned = (kind: 'learn' | 'learnStart', code: string): { readonly id: number; readonly at: number } | null => {
    const [id = '', time = '', signature = '', ...more] = code.split('.');
    if (more.length > 0 || !isSignature(signature, sign(kind, id, time))) return null;
    return { id: Number.parseInt(id, RADIX), at: Number.parseInt(time, RADIX) };
  };
  const write = (kind: 'learn' | 'learnStart', id: number, time: number): string => {
    const [one, other] = [id.toString(RADIX), time.toString(RADIX)];
    return `${one}.${other}.${sign(kind, one, other)}`;
  };

  const codeOf: LearnLinks['codeOf'] = (taskId, endAt) =>
    write('learn', taskId, Math.ceil(Math.min(endAt + DAY_MS, now() + MAX_LIFE_MS) / MINUTE_MS));

  const pageOf = (request: FastifyRequest, reply: FastifyReply): LearnPage => ({
    language: languageOf(request.headers),
    getText: text,
    nonce: styleNonce(reply.raw),
  });
  const send = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);

  const load = async (taskId: number, result?: LearnContent['result']): Promise<LearnContent | undefined> => {
    const task = await learn.findTask(db, taskId);
    if (!task) return undefined;
    const courses = await learn.listCourses(db, taskId);
    const questions = await learn.listQuestions(
      db,
      courses.map(({ id }) => id),
    );
    const withUrls = courses.map((course) => {
      const addressOf = (id: string | null, name: string | null) =>
        id === null ? null : files.addressOf(id, name ?? '', { lifeMs: FILE_LIFE_MS });
      return { ...course, url: addressOf(course.fileId, course.fileName), cover: addressOf(course.coverId, course.coverName) };
    });
    return { task, courses: withUrls, questions, start: write('learnStart', taskId, now()), result };
  };

  /** Enters what a driver learned and answered; undefined if the task is gone or complete. */
  const store = (taskId: number, openedAt: number, form: URLSearchParams): Promise<LearnContent['result']> =>
    db.transaction(async (tx) => {
      const task = await learn.findTask(tx, taskId, { lock: true });
      if (!task || task.completed) return undefined;
      const courses = await learn.listCourses(tx, taskId);
      const questions = await learn.listQuestions(
        tx,
        courses.map(({ id }) => id),
      );
      const score = grade(questions, form);
      // the same time never counts twice, however often a page is sent
      const openMs = now() - Math.max(openedAt, task.lastAt ?? 0);
      const longest = courses.reduce((sum, each) => sum + each.minutes, 0);
      const minutes = Math.max(0, Math.min(longest, Math.floor(openMs / MINUTE_MS)));
      // and there is at most one record a minute
      if (minutes === 0) return { minutes, score: null, completed: false };
      const record = { taskId, learnedAt: now(), minutes, examScore: score, faceFail: 0, note: '', accountId: null };
      const { completed } = await addRecord(tx, record, now());
      return { minutes, score, completed };
    });

  const findTaskId = (code: string): number | null => {
    const link = readSigned('learn', code);
    return link && link.at * MINUTE_MS > now() ? link.id : null;
  };

  return {
    codeOf,
    addressOf: (taskId, endAt) =>
      publicUrl === undefined ? null : `${publicUrl.replace(/\/$/, '')}${PATH}${codeOf(taskId, endAt)}`,
    serve: (app) => {
      void app.register(async (scope) => {
        scope.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
          (_request, body, done) => done(null, new URLSearchParams(String(body))),
        );
        const options = { schema: { hide: true }, config: { rateLimit: { max: PAGES_PER_MINUTE, timeWindow: 60_000 } } };
        scope.get<{ Params: { code: string } }>(`${PATH}:code`, options, async (request, reply) => {
          const page = pageOf(request, reply);
          const taskId = findTaskId(request.params.code);
          const content = taskId === null ? undefined : await load(taskId);
          return content ? send(reply, drawLearnPage(page, content)) : send(reply, drawInvalidPage(page), 404);
        });
        scope.post<{ Params: { code: string } }>(`${PATH}:code`, options, async (request, reply) => {
          const page = pageOf(request, reply);
          const taskId = findTaskId(request.params.code);
          const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const start = readSigned('learnStart', form.get('start') ?? '');
          const isOpen = start !== null && start.id === taskId && now() - start.at <= MAX_OPEN_MS;
          const result = taskId === null || !isOpen ? undefined : await store(taskId, start.at, form);
          const content = taskId === null ? undefined : await load(taskId, result);
          return content ? send(reply, drawLearnPage(page, content)) : send(reply, drawInvalidPage(page), 404);
        });
      });
    },
  };
}

/** The points of right answers, percent; null without questions, or if none was answered. */
function grade(questions: readonly learn.LearnQuestion[], form: URLSearchParams): number | null {
  const answers = questions.map(({ id }) => form.getAll(`q${id}`).toSorted().join(''));
  if (answers.every((answer) => answer === '')) return null;
  const total = questions.reduce((sum, { score }) => sum + score, 0);
  const points = questions.reduce((sum, { answer, score }, at) => sum + (answers[at] === answer ? score : 0), 0);
  return total === 0 ? null : Math.round((points / total) * 1_000) / 10;
}
