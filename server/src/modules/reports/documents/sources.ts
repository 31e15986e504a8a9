import type { ReportDocument, Section, Source } from '../model/document.ts';

/** Where the rows of a section come from; lines of text read for themselves. */
function sourcesOf(section: Section): readonly Source[] {
  if (section.kind === 'words') return [];
  return section.kind === 'compared' ? section.from.map(({ from }) => from) : [section.from];
}

/** The reports that a section shows rows of. */
export const listSectionReports = (section: Section): number[] =>
  sourcesOf(section).flatMap((source) => ('report' in source ? [source.report] : []));

/** The reports that a document shows rows of, each once. */
export const listDocumentReports = ({ sections }: ReportDocument): number[] => [...new Set(sections.flatMap(listSectionReports))];
