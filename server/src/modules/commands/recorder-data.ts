import type { commandsCalls } from '@fleetwarden/contract/commands/routes';
import { CallError } from '@fleetwarden/contract/errors';
import { type Db, type Queryable, sql } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { SeenCommands } from './calls.ts';

export type RecorderCalls = Pick<typeof commandsCalls, 'listRecorderRecord' | 'saveRecorderData'>;

/** The blocks of a memory, in the order of the terminal. */
const loadRecords = (db: Queryable, commandId: number, { offset, limit }: { readonly offset: number; readonly limit: number }) =>
  db.first<{ total: number; list: readonly Readonly<Record<string, unknown>>[] }>(sql`
    select jsonb_array_length(records) as total,
      coalesce((select jsonb_agg(x.value order by x.ordinality) from jsonb_array_elements(records) with ordinality x
        where x.ordinality > ${offset} and x.ordinality <= ${offset + limit}), '[]'::jsonb) as list
    from recorder_upload where command_id = ${commandId}`);

/** Recorder data that is stored beside its command, because it is too long for the result. */
export function createRecorderCalls(deps: {
  readonly db: Db;
  readonly seen: SeenCommands;
  readonly files: Pick<SignedFiles, 'create'>;
}): Handlers<RecorderCalls> {
  const { db, seen, files } = deps;
  return {
    listRecorderRecord: async ({ seqId }, { user, page }) => {
      const [command] = await seen(user, [seqId]);
      const found = await loadRecords(db, command!.id, page);
      if (!found) throw new CallError('notFound', `recorder data ${seqId}`);
      return { list: [...found.list], total: found.total };
    },
    saveRecorderData: async ({ seqId }, { user, note }) => {
      const [command] = await seen(user, [seqId]);
      note({ object: command!.plate, after: { seqId } });
      const row = await db.first<{ block: Buffer }>(sql`select block from recorder_upload where command_id = ${command!.id}`);
      if (!row) throw new CallError('notFound', `recorder data ${seqId}`);
      const { url } = await files.create(`${command!.plate}-${seqId}.VDR`, async (stream) => {
        stream.end(row.block);
      });
      return { url };
    },
  };
}
