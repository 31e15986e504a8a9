/** The XML declaration and the namespaces of a workbook (ECMA-376 part 1). */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
export const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
export const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
/** The hidden sheet of drop-down values. */
export const LISTS_SHEET = '_lists';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export type Relation = readonly [id: string, type: string, target: string];

export function renderRelations(relations: readonly Relation[]): string {
  const rows = relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

export function renderContentTypes(parts: readonly (readonly [name: string, type: string])[]): string {
  const rows = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`;
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${rows.join('')}</Types>`;
}
