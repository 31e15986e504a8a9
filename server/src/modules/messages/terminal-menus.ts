/** A command that the terminal accepted, and that changed what it offers to the driver. */
export type MenuCommand = {
  readonly cmd_code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result_data: unknown;
  readonly answered_at: number;
};

export type Named = { readonly number: number; readonly name: string };
export type Contact = { readonly callDirection: number; readonly phone: string; readonly contactName: string };

/** What a terminal offers to its driver, as last set. Times epoch ms; null: never set. */
export type TerminalMenus = {
  readonly events: readonly Named[];
  readonly eventsAt: number | null;
  readonly infos: readonly Named[];
  readonly infosAt: number | null;
  readonly contacts: readonly Contact[];
  readonly contactsAt: number | null;
  readonly question: string;
  readonly answers: readonly Named[];
  readonly answer: string;
  readonly questionAt: number | null;
};

/** Commands that change a list of the terminal, and the last that asks a question. */
export const MENU_CODES = ['8301', '8303', '8401'] as const;
export const QUESTION_CODE = '8302';

/** Values of `action` (EVENT_ACTION, LIST_ACTION). */
const ACTION = { clear: 0, replace: 1, append: 2, modify: 3, delete: 4 } as const;

type Row = Readonly<Record<string, unknown>>;
const rows = (params: Row, key: string) => (params[key] ?? []) as readonly Row[];
const toNamed =
  (number: string, name: string) =>
  (row: Row): Named => ({ number: Number(row[number]), name: String(row[name] ?? '') });
const toContact = (row: Row): Contact => ({
  callDirection: Number(row['callDirection']),
  phone: String(row['phone']),
  contactName: String(row['contactName']),
});

/** Applies the commands to one list, in the order of their answers. Rows with an equal key replace each other. */
function fold<R>(
  commands: readonly MenuCommand[],
  code: string,
  { list, read, keyOf }: { readonly list: string; readonly read: (row: Row) => R; readonly keyOf: (row: R) => number | string },
): { readonly rows: readonly R[]; readonly at: number | null } {
  const kept = new Map<number | string, R>();
  let at: number | null = null;
  for (const { cmd_code, params, answered_at } of commands) {
    if (cmd_code !== code) continue;
    const action = Number(params['action']);
    at = answered_at;
    if (action === ACTION.clear || action === ACTION.replace) kept.clear();
    if (action === ACTION.clear) continue;
    for (const row of rows(params, list).map(read)) {
      if (action === ACTION.delete) kept.delete(keyOf(row));
      else kept.set(keyOf(row), row);
    }
  }
  return { rows: [...kept.values()], at };
}

/** What the terminal has after these commands, in the order of their answers. */
export function readMenus(commands: readonly MenuCommand[]): TerminalMenus {
  const numberOf = ({ number }: Named) => number;
  const events = fold(commands, '8301', { list: 'events', read: toNamed('eventId', 'eventText'), keyOf: numberOf });
  const infos = fold(commands, '8303', { list: 'menu', read: toNamed('infoType', 'infoName'), keyOf: numberOf });
  const contacts = fold(commands, '8401', { list: 'contacts', read: toContact, keyOf: ({ contactName }) => contactName });
  const asked = commands.findLast(({ cmd_code }) => cmd_code === QUESTION_CODE);
  const answers = asked ? rows(asked.params, 'answers').map(toNamed('answerId', 'answerText')) : [];
  const answerId = (asked?.result_data as { readonly answerId?: number } | null | undefined)?.answerId;
  return {
    events: events.rows,
    eventsAt: events.at,
    infos: infos.rows,
    infosAt: infos.at,
    contacts: contacts.rows,
    contactsAt: contacts.at,
    question: String(asked?.params['question'] ?? ''),
    answers,
    answer: answers.find(({ number }) => number === answerId)?.name ?? '',
    questionAt: asked?.answered_at ?? null,
  };
}
