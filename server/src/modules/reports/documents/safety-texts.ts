import { figureText } from '@fleetwarden/contract/reports/figures';
import { INDEX_COLUMNS } from '../facts/risk.ts';
import type { DocumentContext, Source, WordsSection } from '../model/document.ts';
import { documentText } from './fill.ts';

/** Below this index nothing is recommended. */
const NOTICED = 10;
/** Recommendations by the highest index. */
const ADVICE: Readonly<Record<string, string>> = {
  speedIdx: 'safetyAdviceSpeed',
  fatigueIdx: 'safetyAdviceFatigue',
  distractIdx: 'safetyAdviceDistraction',
  collideIdx: 'safetyAdviceCollision',
  nightIdx: 'safetyAdviceNight',
};

type Cells = Readonly<Record<string, unknown>>;
const loadRow = async ({ read }: DocumentContext, from: Source): Promise<Cells> =>
  (await read(from, { limit: 1 })).rows[0]?.cells ?? {};
const filled = (text: string, values: Readonly<Record<string, unknown>>, language: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, key: string) => figureText(language, Number(values[key]), 0));

/** The rank sentence: `rankNo` among `_rated`; `text` is its key. */
export const placeWords = (from: Source, text: string): WordsSection => ({
  kind: 'words',
  lines: async (of) => {
    const { riskScore = null, rankNo = null, _rated: count } = await loadRow(of, from);
    if (riskScore === null) return [documentText(of.language, 'safetyUnrated')];
    if (rankNo === null) return [documentText(of.language, 'safetyAlone')];
    return [filled(documentText(of.language, text), { place: rankNo, count }, of.language)];
  },
});

/** The recommendation for the highest index. */
export const adviceWords = (from: Source): WordsSection => ({
  kind: 'words',
  lines: async (of) => {
    const cells = await loadRow(of, from);
    if ((cells['riskScore'] ?? null) === null) return [documentText(of.language, 'safetyUnrated')];
    const [highest] = INDEX_COLUMNS.map((key) => [key, Number(cells[key] ?? 0)] as const).toSorted(([, a], [, b]) => b - a);
    const [key, value] = highest!;
    return [documentText(of.language, value < NOTICED ? 'safetyAdviceNone' : ADVICE[key]!)];
  },
});
