import { TableFileError } from '../table-file-error.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import type { Archive } from './archive.ts';
import { decodeCellText } from './cell-text.ts';
import { findBuiltInFormat, type NumberFormat, parseNumberFormat } from './number-format.ts';
import { SharedStrings } from './shared-strings.ts';
import { scanWholePart } from './xml-part.ts';
import { readAttribute } from './xml-scanner.ts';

export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly visible: boolean; readonly part: string }[];
  readonly since1904: boolean;
  /** By cell style (`s`). */
  readonly formats: readonly NumberFormat[];
  readonly texts: SharedStrings;
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };

const MAX_PART_BYTES = TABLE_LIMITS.smallPartBytes;
const PACKAGE_RELATIONS = '_rels/.rels';

/** Reads the sheet list, number formats and shared strings. Throws TableFileError. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has(PACKAGE_RELATIONS)) throw new TableFileError('notTable');
  const main = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument')?.part;
  // other office files and xlsb name their main part differently
  if (main === undefined || !archive.has(main) || !/(^|\/)workbook\d*\.xml$/i.test(main)) throw new TableFileError('notTable');
  const relations = await readRelations(archive, main);
  const findPart = (type: string) => relations.find((relation) => relation.type === type && archive.has(relation.part))?.part;
  const { since1904, sheets } = await readSheets(archive, main, relations);
  return {
    since1904,
    sheets,
    formats: await readFormats(archive, findPart('styles')),
    texts: await readSharedStrings(archive, findPart('sharedStrings')),
  };
}

/** Reads the relations of a part, or of the package for '' (ECMA-376 part 2, 6.5). Types differ by variant except for the last word. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const source = `${folder}_rels/${part.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(source)) return relations;
  await scanWholePart(archive, source, MAX_PART_BYTES, {
    open: (name, attributes) => {
      const target = readAttribute(attributes, 'Target');
      if (name !== 'Relationship' || target === undefined || readAttribute(attributes, 'TargetMode') === 'External') return;
      relations.push({
        id: readAttribute(attributes, 'Id') ?? '',
        type: (readAttribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        part: resolveTarget(folder, target),
      });
    },
  });
  return relations;
}

/** Resolves a target, absolute or relative to `folder`, to a key of the archive; never a file path. */
function resolveTarget(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

async function readSheets(archive: Archive, main: string, relations: readonly Relation[]) {
  const worksheets = new Map(relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]));
  const sheets: { name: string; visible: boolean; part: string }[] = [];
  let since1904 = false;
  await scanWholePart(archive, main, MAX_PART_BYTES, {
    open: (name, attributes) => {
      if (name === 'workbookPr') since1904 = /^(1|true|on)$/.test(readAttribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const part = worksheets.get(readAttribute(attributes, 'id') ?? '');
      // chart sheets have no cells
      if (part === undefined) return;
      const visible = (readAttribute(attributes, 'state') ?? 'visible') === 'visible';
      sheets.push({ name: decodeCellText(readAttribute(attributes, 'name') ?? ''), visible, part });
    },
  });
  return { since1904, sheets };
}

/** Reads the number formats of cell styles (styles.xml: numFmts, cellXfs) in style order. */
async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (part === undefined) return formats;
  await scanWholePart(archive, part, MAX_PART_BYTES, {
    open: (name, attributes) => {
      if (name === 'cellXfs') inCells = true;
      const id = Number(readAttribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') custom.set(id, parseNumberFormat(readAttribute(attributes, 'formatCode') ?? ''));
      if (name === 'xf' && inCells) formats.push(custom.get(id) ?? findBuiltInFormat(id));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** Reads the shared strings: joins rich text runs and skips phonetic ones (`rPh`). */
async function readSharedStrings(archive: Archive, part: string | undefined): Promise<SharedStrings> {
  const texts = new SharedStrings();
  if (part === undefined) return texts;
  let item = '';
  let inText = false;
  let phonetic = false;
  await scanWholePart(archive, part, TABLE_LIMITS.sharedTextBytes, {
    open: (name) => {
      if (name === 'si') item = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    text: (text) => {
      // up to twice the limit: enough to see that the cell is too long
      if (inText && item.length <= TABLE_LIMITS.characters * 2) item += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') texts.add(decodeCellText(item));
    },
  });
  return texts;
}
