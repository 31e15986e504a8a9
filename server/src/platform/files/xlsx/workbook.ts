import { TableFileError } from '../table-file-error.ts';
import { TABLE_LIMITS } from '../table-limits.ts';
import type { Archive } from './archive.ts';
import { builtInFormat, formatOf, type NumberFormat } from './number-format.ts';
import { plainText } from './plain-text.ts';
import { SharedTexts } from './shared-texts.ts';
import { scan } from './xml-part.ts';
import { attribute } from './xml-scanner.ts';

/** What the reading of a sheet needs to know of its workbook. */
export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly visible: boolean; readonly part: string }[];
  readonly since1904: boolean;
  /** By a cell's style (`s`). */
  readonly formats: readonly NumberFormat[];
  readonly texts: SharedTexts;
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };

const SMALL = TABLE_LIMITS.smallPartBytes;
const PACKAGE_RELATIONS = '_rels/.rels';

/** Reads the parts of a workbook about its sheets. Throws TableFileError. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has(PACKAGE_RELATIONS)) throw new TableFileError('notTable');
  const main = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.part;
  // other office files and xlsb have one too, of another name
  if (main === undefined || !archive.has(main) || !/(^|\/)workbook\d*\.xml$/i.test(main)) throw new TableFileError('notTable');
  const relations = await relationsOf(archive, main);
  const partOf = (type: string) => relations.find((relation) => relation.type === type && archive.has(relation.part))?.part;
  const { since1904, sheets } = await sheetsOf(archive, main, relations);
  return {
    since1904,
    sheets,
    formats: await formatsOf(archive, partOf('styles')),
    texts: await textsOf(archive, partOf('sharedStrings')),
  };
}

/** What a part refers to (ECMA-376 part 2, 6.5); of the package itself for ''. The last word of the type is the same in both variants of the standard. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const source = `${folder}_rels/${part.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(source)) return relations;
  await scan(archive, source, SMALL, {
    open: (name, attributes) => {
      const target = attribute(attributes, 'Target');
      if (name !== 'Relationship' || target === undefined || attribute(attributes, 'TargetMode') === 'External') return;
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        part: resolved(folder, target),
      });
    },
  });
  return relations;
}

/** The part a target names: absolute from the package's root, or beside the part that names it. A key of the archive, never a path. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

async function sheetsOf(archive: Archive, main: string, relations: readonly Relation[]) {
  const worksheets = new Map(relations.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]));
  const sheets: { name: string; visible: boolean; part: string }[] = [];
  let since1904 = false;
  await scan(archive, main, SMALL, {
    open: (name, attributes) => {
      if (name === 'workbookPr') since1904 = /^(1|true|on)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const part = worksheets.get(attribute(attributes, 'id') ?? '');
      // sheets that are a chart hold no cells
      if (part === undefined) return;
      const visible = (attribute(attributes, 'state') ?? 'visible') === 'visible';
      sheets.push({ name: plainText(attribute(attributes, 'name') ?? ''), visible, part });
    },
  });
  return { since1904, sheets };
}

/** The number formats of the cell styles (styles.xml: numFmts, cellXfs), by the style's place. */
async function formatsOf(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (part === undefined) return formats;
  await scan(archive, part, SMALL, {
    open: (name, attributes) => {
      if (name === 'cellXfs') inCells = true;
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt') own.set(id, formatOf(attribute(attributes, 'formatCode') ?? ''));
      if (name === 'xf' && inCells) formats.push(own.get(id) ?? builtInFormat(id));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The texts of sharedStrings: runs of rich text joined, what is said about their pronunciation (`rPh`) left out. */
async function textsOf(archive: Archive, part: string | undefined): Promise<SharedTexts> {
  const texts = new SharedTexts();
  if (part === undefined) return texts;
  let item = '';
  let inText = false;
  let phonetic = false;
  await scan(archive, part, TABLE_LIMITS.sharedTextBytes, {
    open: (name) => {
      if (name === 'si') item = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    text: (text) => {
      // one character more than a cell may hold tells that it is too long
      if (inText && item.length <= TABLE_LIMITS.characters * 2) item += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') texts.add(plainText(item));
    },
  });
  return texts;
}
