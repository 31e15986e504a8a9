import { splitOptions } from '@fleetwarden/contract/education/edu-question-resource';
import type { getText } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import { filled } from '../../platform/http/replies.ts';
import type { LearnCourse, LearnQuestion, LearnTask } from './learn-store.ts';

/** EDU_QUESTION_KIND. */
const [MULTIPLE, TRUE_FALSE] = [2, 3] as const;
const LETTERS = 'ABCDEF';

export type LearnPage = {
  readonly language: ReplyLanguage;
  readonly getText: typeof getText;
  /** Of the style of the page. */
  readonly nonce: string;
};
export type LearnContent = {
  readonly task: LearnTask;
  readonly courses: readonly (LearnCourse & { readonly url: string | null; readonly cover: string | null })[];
  readonly questions: readonly LearnQuestion[];
  /** The signed time at which the page was opened. */
  readonly start: string;
  /** The result of answers that were just sent. */
  readonly result?: { readonly minutes: number; readonly score: number | null; readonly completed: boolean } | undefined;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (each) => ENTITIES[each]!);

/** Large controls for a thumb, and both colour schemes; no script. */
const STYLE = `
:root { color-scheme: light dark; --line: #d0d5dd; --accent: #1f5fd6; }
body { max-width: 40rem; margin: 0 auto; padding: 16px; font: 17px/1.6 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { margin-top: 2rem; font-size: 1.15rem; }
.text { white-space: pre-wrap; }
video { width: 100%; background: #000; }
img { width: 100%; max-height: 16rem; object-fit: cover; border-radius: 8px; }
fieldset { margin: 0 0 16px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
legend { padding: 0 4px; font-weight: 600; }
label { display: flex; gap: 12px; align-items: center; min-height: 44px; }
input { width: 22px; height: 22px; flex: none; }
button { width: 100%; min-height: 48px; border: 0; border-radius: 8px; background: var(--accent); color: #fff; font-size: 1rem; }
.note { padding: 12px; border: 1px solid var(--line); border-radius: 8px; }
`;

const frame = ({ language, nonce }: LearnPage, title: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;
const createSay =
  ({ getText: text, language }: LearnPage): Say =>
  (key, params) =>
    escapeHtml(filled(text(language, `learn.${key}`), params));

const drawCourse = (say: Say, { title, minutes, content, fileName, url, cover }: LearnContent['courses'][number]): string => {
  const isVideo = url !== null && /\.(mp4|webm|mov)$/i.test(fileName ?? '');
  const media = isVideo ? `<video controls playsinline preload="metadata" src="${escapeHtml(url)}"></video>` : '';
  const link = url === null ? '' : `<p><a href="${escapeHtml(url)}">${say('openFile', { name: fileName ?? '' })}</a></p>`;
  // the title says what it shows
  const picture = cover === null ? '' : `<img src="${escapeHtml(cover)}" alt="">`;
  return `<section>
<h2>${say('courseTitle', { title, minutes })}</h2>
${picture}
${content === null ? '' : `<div class="text">${escapeHtml(content)}</div>`}${media}${link}
</section>`;
};

const drawQuestion = (say: Say, { id, stem, kind, options }: LearnQuestion, at: number): string => {
  const texts = kind === TRUE_FALSE ? [say('right'), say('wrong')] : splitOptions(options).map(escapeHtml);
  const type = kind === MULTIPLE ? 'checkbox' : 'radio';
  const rows = texts.map(
    (text, i) => `<label><input type="${type}" name="q${id}" value="${LETTERS[i]}"><span>${LETTERS[i]}. ${text}</span></label>`,
  );
  return `<fieldset>
<legend>${at + 1}. ${kind === MULTIPLE ? say('several', { stem }) : escapeHtml(stem)}</legend>
${rows.join('\n')}
</fieldset>`;
};

const drawResult = (say: Say, { minutes, score, completed }: NonNullable<LearnContent['result']>): string =>
  [
    say('recorded', { minutes }),
    ...(score === null ? [] : [say('score', { score })]),
    ...(completed ? [] : [say('notCompleted')]),
  ].join('<br>');

/** The page of a task: its courses, and the questions as a form. */
export function drawLearnPage(page: LearnPage, { task, courses, questions, start, result }: LearnContent): string {
  const say = createSay(page);
  const state = say('state', { learned: task.learnedMin, required: Math.ceil(task.requiredMin), due: task.endOn });
  const told = result
    ? `<p class="note" role="status">${result.minutes === 0 ? say('tooShort') : drawResult(say, result)}</p>`
    : '';
  const form = `<form method="post">
<input type="hidden" name="start" value="${escapeHtml(start)}">
${questions.length > 0 ? `<h2>${say('questions')}</h2>` : ''}
${questions.map((question, at) => drawQuestion(say, question, at)).join('\n')}
<p>${say('finishHint')}</p>
<button type="submit">${say('finish')}</button>
</form>`;
  const body = [
    `<p>${state}${task.passScore > 0 ? `<br>${say('passScore', { score: task.passScore })}` : ''}</p>`,
    told,
    ...courses.map((course) => drawCourse(say, course)),
    task.completed ? `<p class="note">${say('completed')}</p>` : form,
  ];
  return frame(page, task.title, body.join('\n'));
}

/** The page of an address that is wrong or has expired. */
export const drawInvalidPage = (page: LearnPage): string =>
  frame(page, page.getText(page.language, 'learn.invalid'), `<p>${createSay(page)('invalidHint')}</p>`);
