import type { CommandList } from '@fleetwarden/contract/commands/command-forms';
import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { type CommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { CallError } from '@fleetwarden/contract/errors';
import type { RowFields } from '@fleetwarden/contract/resources/resource';
import { formatCellName } from '../../platform/files/cell-name.ts';
import { readTable } from '../../platform/files/read-table.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import { TableFileError } from '../../platform/files/table-file-error.ts';
import type { TableRow } from '../../platform/files/table-rows.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { readHeaderLine } from '../../platform/resources/header-line.ts';
import { createRowReader } from '../../platform/resources/row-values.ts';
import { writeTemplate } from '../../platform/resources/template.ts';
import { createWords } from '../../platform/resources/words.ts';
import { TaskFault } from '../../platform/tasks/task.ts';
import type { CommandService } from './service.ts';

export type RowFileCalls = Pick<typeof commandsCalls, 'readRows' | 'getRowsTemplate'>;

/** Texts of columns are `command.field_<key>`. */
const PREFIX = 'field_';
const unprefixed = (key: string): string => key.slice(PREFIX.length);

/** The calls that fill in a list of a command's form from a file. */
export function createRowFileCalls(deps: {
  readonly service: Pick<CommandService, 'sendable'>;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly getText: GetText;
  readonly timeZone: string;
}): Handlers<RowFileCalls> {
  const { service, files, getText, timeZone } = deps;

  return {
    readRows: async ({ cmdCode, list: name }, { user, language, file, note }) => {
      note({ object: file.name, after: { cmdCode } });
      const list = findList(service.sendable(user, cmdCode), name);
      const fields = fieldsOf(list);
      const words = createWords(fields, getText, language);
      const [heading, ...lines] = await asCallError(() => readLines(file.path, list.max));
      const header = await asCallError(async () => readHeaderLine(heading?.cells ?? [], fields, getText, words));
      const reader = createRowReader(fields, header, words, timeZone);
      const read = lines.flatMap((line) => reader.read(line) ?? []);
      if (read.length === 0) throw refused('transfer.noRows');
      for (const row of read) if (row.faults.length === 0) row.faults.push(...reader.emptied(row, 'add'));
      const sound = read.filter(({ faults }) => faults.length === 0);
      return {
        rows: sound.map((row) =>
          Object.fromEntries(Object.entries(reader.newValues(row)).map(([key, value]) => [unprefixed(key), value])),
        ),
        errors: read.flatMap((row) =>
          row.faults.map(({ key, params, at = -1 }) => ({
            row: row.file.row,
            cell: at < 0 ? String(row.file.row) : formatCellName(row.file.row, at),
            header: header.titles[at] ?? '',
            message: words.say(key, params),
          })),
        ),
      };
    },
    getRowsTemplate: async ({ cmdCode, list: name, format }, { user, language }) => {
      const code = service.sendable(user, cmdCode);
      const fields = fieldsOf(findList(code, name));
      const words = createWords(fields, getText, language);
      const title = words.say('transfer.templateFile', { name: words.say(terminalCommands[code].nameKey) });
      const { url } = await files.create(`${title}.${format}`, (stream) =>
        writeTemplate(stream, fields, { words, format, timeZone, department: '', operations: false }),
      );
      return { url };
    },
  };
}

function findList(code: CommandCode, name: string): CommandList {
  const { lists } = terminalCommands[code];
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list?.fromFile) throw new CallError('validation', 'no such list', [{ path: 'list', key: 'field.unknown' }]);
  return list;
}

const fieldsOf = ({ fields }: CommandList): RowFields => ({
  name: 'command',
  fields: Object.fromEntries(Object.entries(fields).map(([key, field]) => [PREFIX + key, field])),
});

/** All rows of a file, headings first. */
async function readLines(path: string, max: number): Promise<TableRow[]> {
  const lines: TableRow[] = [];
  for await (const line of readTable(path)) {
    lines.push(line);
    if (lines.length > max + 1) throw new TableFileError('tooManyRows', { max });
  }
  return lines;
}

const refused = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
  new CallError('validation', key, [{ path: 'file', key, params }]);

/** Reports a fault of a file as a fault of the call. */
async function asCallError<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TaskFault) throw refused(error.text.key, error.text.params);
    if (error instanceof TableFileError) throw refused(error.textKey, error.params);
    throw error;
  }
}
