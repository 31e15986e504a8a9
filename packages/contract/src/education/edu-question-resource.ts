import { choice, defineResource, integer, link, type RowRule, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** EDU_QUESTION_KIND. */
const [SINGLE, MULTIPLE, TRUE_FALSE] = [1, 2, 3] as const;
const MAX_OPTIONS = 6;
const LETTERS = 'ABCDEF';

export const splitOptions = (text: unknown): readonly string[] =>
  typeof text === 'string'
    ? text
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== '')
    : [];

/** Whether a field of a question with these values means anything. */
export const appliesToQuestion = (key: string, values: Readonly<Record<string, unknown>>): boolean =>
  key !== 'options' || values['kind'] !== TRUE_FALSE;

/** Choices have 2 to 6 options; a question of right or wrong has A, right, and B, wrong. */
const optionsFit: RowRule = {
  field: 'options',
  check: ({ kind, options }) => {
    const { length } = splitOptions(options);
    return kind === TRUE_FALSE || (length >= 2 && length <= MAX_OPTIONS) ? null : { key: 'rule.eduOptions' };
  },
};
/** The answer names options by their letters, each once and in order: one, or at least two of a multiple choice. */
const answerFits: RowRule = {
  field: 'answer',
  check: ({ kind, options, answer }) => {
    const offered = LETTERS.slice(0, kind === TRUE_FALSE ? 2 : splitOptions(options).length);
    const letters = [...String(answer ?? '')];
    const isOrdered = letters.every((each, at) => offered.includes(each) && (at === 0 || letters[at - 1]! < each));
    const isCount = kind === MULTIPLE ? letters.length >= 2 : letters.length === 1;
    return isOrdered && isCount ? null : { key: 'rule.eduAnswer' };
  },
};

/** The questions of courses (70501; screen catalogue 8.6). */
export const eduQuestion = defineResource({
  name: 'eduQuestion',
  ...resourceRoutes.eduQuestion,
  table: 'edu_question',
  called: 'page.eduQuestions',
  code: '70501',
  can: ['add', 'edit', 'remove', 'import', 'export'],
  importKey: ['courseId', 'stem'],
  title: 'stem',
  order: { by: 'createdAt', direction: 'desc' },
  scope: { through: 'courseId' },
  uniques: { edu_question_stem: ['courseId', 'stem'] },
  rules: [optionsFit, answerFits],
  fields: {
    stem: text({ max: 200, lines: 2, required: true, search: true, list: { width: 360, pinned: true } }),
    courseId: link({ to: 'eduCourse', shows: 'courseTitle', required: true, search: true, list: { width: 180 } }),
    kind: choice('EDU_QUESTION_KIND', { required: true, initial: SINGLE, search: true, list: { width: 90 } }),
    /** One a line. */
    options: text({ max: 600, lines: 4, list: { width: 240, hidden: true } }),
    answer: text({ max: MAX_OPTIONS, required: true, upper: true, list: { width: 80 } }),
    score: integer({ min: 1, max: 100, required: true, initial: 5, list: { width: 80 } }),
  },
});
