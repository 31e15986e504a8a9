import { CallError } from '@fleetwarden/contract/errors';
import { Geometry } from '@fleetwarden/contract/resources/field-schemas';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { UserContext } from '../http/handlers.ts';
import type { ReplyLanguage } from '../http/language.ts';
import type { PageWindow } from '../http/page.ts';
import type { GetText } from '../http/replies.ts';
import { builtInNames, withBuiltInNames } from './built-in-names.ts';
import type { Change } from './change.ts';
import { masked } from './mask.ts';
import type { ResourceTable, Values } from './model.ts';
import type { Scope, Stored } from './read.ts';
import type { ResourceStore } from './resource.ts';

type Data = Readonly<Record<string, unknown>>;
type Context = UserContext & { readonly page: PageWindow };
type Handler = (data: never, context: Context) => unknown;

export type HandlerOptions = {
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly getText: GetText;
  readonly all: ResourceTable;
};

/** Handlers of the calls that resourceCalls makes of a resource, but for its files. */
export function resourceHandlers(
  store: ResourceStore,
  { below, getText, all }: HandlerOptions,
): Readonly<Record<string, Handler>> {
  const { resource, reader } = store;
  const { noun } = resource;
  const sayIn = (language: ReplyLanguage) => (key: string) => getText(language, key);
  const shown = async (rows: readonly Stored[], language: ReplyLanguage): Promise<Data[]> => {
    const named = await withBuiltInNames(store.db, { resource, all }, rows, sayIn(language));
    return named.map((row) => toRecord(resource, masked(resource, row)));
  };
  /** Options by their names in the caller's language, including built-in records. */
  const options = async (text: string | undefined, ids: readonly number[] | undefined, { user, language }: Context) => {
    const names = await builtInNames(store.db, resource, sayIn(language));
    const meant = text ? [...names].filter(([, name]) => name.toLowerCase().includes(text.toLowerCase())).map(([id]) => id) : [];
    const lists = [await store.options(text, ids, user), meant.length > 0 ? await store.options(undefined, meant, user) : []];
    const found = new Map(lists.flat().map(({ id, name }) => [id, names.get(Number(id)) ?? name]));
    return [...found].map(([id, name]) => ({ id, name }));
  };
  const one = async (id: string, departmentId: number): Promise<Stored> => {
    const [row] = await reader.byIds(store.db, [Number(id)], await below(departmentId));
    if (!row) throw new CallError('notFound', `${resource.name} ${id}`);
    return row;
  };
  const noteOf = (changes: readonly Change[]) => {
    const [first] = changes;
    const title = (values: Values | null) => String(values?.[resource.title] ?? '');
    const object = changes.map(({ id, before, after }) => title(after) || title(before) || `${resource.name} ${id}`).join(', ');
    if (changes.length !== 1 || !first) return { object, after: { count: changes.length } };
    return { object, ...difference(resource, first) };
  };

  return {
    [`list${noun}`]: async (data: Data, { user, page, language }: Context) => {
      const { rows, total } = await reader.list(store.db, data, await below(user.departmentId), page);
      return { list: await shown(rows, language), total };
    },
    [`get${noun}`]: async ({ id }: { id: string }, { user, language }: Context) =>
      (await shown([await one(id, user.departmentId)], language))[0],
    [`option${noun}`]: async ({ text, ids }: { text?: string; ids?: readonly string[] }, context: Context) => ({
      list: await options(text, ids?.map(Number), context),
    }),
    [`add${noun}`]: async ({ values }: { values: Values }, { user, note }: Context) => {
      note({ object: String(values[resource.title] ?? '') });
      const changes = await store.change([{ kind: 'add', values }], user);
      note(noteOf(changes));
      return { id: String(changes[0]!.id), ...store.hooks.told?.(changes[0]!) };
    },
    [`edit${noun}`]: async (
      { id, version, values }: { id: string; version: number; values: Values },
      { user, note }: Context,
    ) => {
      note({ object: `${resource.name} ${id}` });
      const changes = await store.change([{ kind: 'edit', id: Number(id), version, values }], user);
      note(noteOf(changes));
      return { id };
    },
    [`del${noun}`]: async ({ ids, reason }: { ids: readonly string[]; reason?: string }, { user, note }: Context) => {
      note({ object: `${resource.name} ${ids.join(', ')}` });
      const requests = ids.map((id) => ({
        kind: 'remove' as const,
        id: Number(id),
        ...(reason === undefined ? {} : { reason }),
      }));
      const changes = await store.change(requests, user);
      note(noteOf(changes));
      return { removed: changes.length };
    },
    [`batch${noun}`]: async ({ ids, values }: { ids: readonly string[]; values: Values }, { user, note }: Context) => {
      note({ object: `${resource.name} ${ids.join(', ')}` });
      const changes = await store.change(
        ids.map((id) => ({ kind: 'edit' as const, id: Number(id), values })),
        user,
      );
      note({ ...noteOf(changes), after: values });
      return { changed: changes.length };
    },
  };
}

/** Ids go out as texts. */
export function toRecord({ fields }: Resource, row: Stored): Data {
  const record: Record<string, unknown> = { ...row, id: String(row.id) };
  for (const [key, { kind }] of Object.entries(fields)) {
    if (kind === 'link' && row[key] !== null) record[key] = String(row[key]);
    if (kind === 'links') record[key] = (row[key] as readonly number[]).map(String);
  }
  return record;
}

/** Audit data of one change: changed values, secrets only as changed, masked for users who must not see them. */
export function difference(resource: Resource, { before, after }: Change): { before?: Data; after?: Data } {
  const { fields } = resource;
  const keys = Object.keys(fields).filter((key) => !fields[key]!.computed);
  const text = (values: Values | null, key: string) => {
    const value = values?.[key] ?? null;
    // the database orders the parts differently
    if (fields[key]!.kind === 'geometry' && value !== null) return JSON.stringify(Geometry.safeParse(value).data);
    // ids are numbers where they were read, and texts where they were sent
    return JSON.stringify('to' in fields[key]! && value !== null ? [value].flat().map(Number) : value);
  };
  const differing = keys.filter((key) => text(before, key) !== text(after, key));
  const pick = (values: Values | null) =>
    values &&
    masked(
      resource,
      Object.fromEntries(differing.map((key) => [key, fields[key]!.kind === 'secret' ? '***' : (values[key] ?? null)])),
    );
  const [old, now] = [pick(before), pick(after)];
  return { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) };
}
