import { CallError } from '@fleetwarden/contract/errors';
import { at, json, type Queryable, sql } from '../../platform/db/database.ts';
import { MAX_TEMPLATES } from './limits.ts';

export type CommandTemplate = {
  readonly id: number;
  readonly cmd_code: string;
  readonly name: string;
  readonly params: unknown;
  readonly created_at: number;
};

/** Stores parameters under a name and replaces existing ones. Throws CallError tooMany. */
export async function saveCommandTemplate(
  db: Queryable,
  template: { readonly accountId: number; readonly cmdCode: string; readonly name: string; readonly params: unknown },
  now: number,
): Promise<number> {
  const { accountId, cmdCode, name, params } = template;
  await requireRoom(db, 'command_template', accountId);
  const row = await db.first<{ id: number }>(sql`
    insert into command_template (account_id, cmd_code, name, params, created_at)
    values (${accountId}, ${cmdCode}, ${name}, ${json(params)}, ${at(now)})
    on conflict (account_id, cmd_code, name) do update set params = excluded.params, created_at = excluded.created_at
    returning id`);
  return row!.id;
}

export const commandTemplates = (db: Queryable, accountId: number, cmdCode: string | undefined) =>
  db.query<CommandTemplate>(sql`
    select id, cmd_code, name, params, created_at from command_template
    where account_id = ${accountId} and (${cmdCode ?? null}::text is null or cmd_code = ${cmdCode ?? null}) order by cmd_code, name`);

export type MessageTemplate = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly content: string;
};

/** Throws CallError tooMany. */
export async function addMessageTemplate(
  db: Queryable,
  template: Omit<MessageTemplate, 'id'> & { readonly accountId: number },
  now: number,
): Promise<number> {
  const { accountId, name, description, content } = template;
  await requireRoom(db, 'message_template', accountId);
  const row = await db.first<{ id: number }>(sql`
    insert into message_template (account_id, name, description, content, created_at)
    values (${accountId}, ${name}, ${description}, ${content}, ${at(now)}) returning id`);
  return row!.id;
}

export const messageTemplates = (db: Queryable, accountId: number) =>
  db.query<MessageTemplate>(sql`
    select id, name, description, content from message_template where account_id = ${accountId} order by id desc`);

const TABLES = { command_template: sql`command_template`, message_template: sql`message_template` } as const;

/** Removes templates of an account: all of them, or none if one is not its own (CallError notFound). Returns the number. */
export async function removeTemplates(
  tx: Queryable,
  table: keyof typeof TABLES,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  const removed = await tx.run(sql`delete from ${TABLES[table]} where account_id = ${accountId} and id = any(${[...ids]})`);
  if (removed !== new Set(ids).size) throw new CallError('notFound', `${table} ${ids.join()}`);
  return removed;
}

async function requireRoom(db: Queryable, table: keyof typeof TABLES, accountId: number): Promise<void> {
  const row = await db.first<{ n: number }>(sql`select count(*) as n from ${TABLES[table]} where account_id = ${accountId}`);
  if (row!.n >= MAX_TEMPLATES) throw new CallError('tooMany', `${table} of account ${accountId}`);
}
