import type { ReportDocument, Section, Source } from '../model/document.ts';

/** The sources of a section. Lines of text read their data themselves. */
function listSources(section: Section): readonly Source[] {
  if (section.kind === 'words') return [];
  return section.kind === 'compared' ? section.from.map(({ from }) => from) : [section.from];
}

/** The reports in a section. */
export const listSectionReports = (section: Section): number[] =>
  listSources(section).flatMap((source) => ('report' in source ? [source.report] : []));

/** The reports in a document, each once. */
export const listDocumentReports = ({ sections }: ReportDocument): number[] => [...new Set(sections.flatMap(listSectionReports))];
