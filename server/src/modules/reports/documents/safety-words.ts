import { figureText } from '@fleetwarden/contract/figures';
import { INDEX_COLUMNS } from '../facts/risk.ts';
import type { DocumentContext, Source, WordsSection } from '../model/document.ts';
import { documentText } from './fill.ts';

/** An index below this is nothing to do about. */
const NOTICED = 10;
/** Texts of what to do where an index is the highest, and what a document is about where nothing is. */
const ADVICE: Readonly<Record<string, string>> = {
  speedIdx: 'safetyAdviceSpeed',
  fatigueIdx: 'safetyAdviceFatigue',
  distractIdx: 'safetyAdviceDistraction',
  collideIdx: 'safetyAdviceCollision',
  nightIdx: 'safetyAdviceNight',
};

type Cells = Readonly<Record<string, unknown>>;
const rowOf = async ({ read }: DocumentContext, from: Source): Promise<Cells> =>
  (await read(from, { limit: 1 })).rows[0]?.cells ?? {};
const filled = (text: string, values: Readonly<Record<string, unknown>>, language: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, key: string) => figureText(language, Number(values[key]), 0));

/** The place of what a document is about: `_rated` of its row says among how many; `text` names both. */
export const placeWords = (from: Source, text: string): WordsSection => ({
  kind: 'words',
  lines: async (of) => {
    const { riskScore = null, rankNo = null, _rated: count } = await rowOf(of, from);
    if (riskScore === null) return [documentText(of.language, 'safetyUnrated')];
    if (rankNo === null) return [documentText(of.language, 'safetyAlone')];
    return [filled(documentText(of.language, text), { place: rankNo, count }, of.language)];
  },
});

/** What should be done: about the highest of its indices. */
export const adviceWords = (from: Source): WordsSection => ({
  kind: 'words',
  lines: async (of) => {
    const cells = await rowOf(of, from);
    if ((cells['riskScore'] ?? null) === null) return [documentText(of.language, 'safetyUnrated')];
    const [highest] = INDEX_COLUMNS.map((key) => [key, Number(cells[key] ?? 0)] as const).toSorted(([, a], [, b]) => b - a);
    const [key, value] = highest!;
    return [documentText(of.language, value < NOTICED ? 'safetyAdviceNone' : ADVICE[key]!)];
  },
});
