import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { Queryable } from '../db/database.ts';
import { at, name, sql } from '../db/sql.ts';
import type { Change } from './change.ts';
import { storedFields } from './model.ts';
import type { RowStatements } from './row-statements.ts';

/** Rows of a record in the part tables of its resource. */
export type PartRows = {
  readonly exist: boolean;
  /** Inserts, updates and deletes the parts of written records, and deletes those of removed ones. */
  save(tx: Queryable, written: readonly Change[], removed: readonly Change[], now: number): Promise<void>;
  /** Copies a removed record's parts into the record, so that their unique values become free. */
  archive(tx: Queryable, ids: readonly number[]): Promise<void>;
  /** Inserts the archived parts of restored records. */
  restore(tx: Queryable, ids: readonly number[]): Promise<void>;
};

export function createPartRows(resource: Resource, statements: RowStatements): PartRows {
  const table = name(resource.table);
  const parts = Object.entries(resource.parts ?? {}).map(([part, { own, present }]) => ({
    part,
    present,
    target: { table: name(part), key: name(own), fields: storedFields(resource, part) },
  }));

  return {
    exist: parts.length > 0,
    save: async (tx, written, removed, now) => {
      for (const { present, target } of parts) {
        const [withPart, withoutPart] = partition(written, ({ after }) => after?.[present] != null);
        const [existing, missing] = partition(withPart, ({ before }) => before?.[present] != null);
        // an added record has no part to delete
        const deleted = [...withoutPart.filter(({ kind }) => kind !== 'add'), ...removed].map(({ id }) => id);
        if (deleted.length > 0) await tx.run(sql`delete from ${target.table} where ${target.key} = any(${deleted})`);
        await statements.insert(tx, target, missing);
        await statements.update(tx, target, existing, sql`updated_at = ${at(now)}`);
      }
    },
    archive: async (tx, ids) => {
      for (const { part, target } of parts)
        await tx.run(sql`
          update ${table} u set removed_parts = coalesce(u.removed_parts, '{}') || jsonb_build_object(${part}::text, to_jsonb(p))
          from ${target.table} p where p.${target.key} = u.id and u.id = any(${[...ids]})`);
    },
    restore: async (tx, ids) => {
      for (const { part, target } of parts)
        await tx.run(sql`
          insert into ${target.table}
          select p.* from ${table} t, jsonb_populate_record(null::${target.table}, t.removed_parts -> ${part}) p
          where t.id = any(${[...ids]}) and t.removed_parts ? ${part}`);
    },
  };
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))];
}
