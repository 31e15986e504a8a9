import type { RepairAction } from '@fleetwarden/contract/repairs/repair-moves';
import { at, type Queryable, sql } from '../../platform/db/database.ts';

export type Move = {
  readonly repairId: number;
  readonly action: RepairAction;
  readonly from: number;
  readonly to: number;
  readonly note: string | null;
  /** null: the platform itself. */
  readonly accountId: number | null;
  /** Epoch ms. */
  readonly at: number;
};

/** Writes a transition with its user. Work starts once and ends when it was last finished. */
export async function writeMove(tx: Queryable, { repairId, action, from, to, note, accountId, at: ms }: Move): Promise<void> {
  const times =
    action === 'start'
      ? sql`, start_at = coalesce(start_at, ${at(ms)})`
      : action === 'finish'
        ? sql`, end_at = ${at(ms)}`
        : action === 'redo'
          ? sql`, end_at = null`
          : sql``;
  await tx.run(sql`update repair set state = ${to}${times} where id = ${repairId}`);
  await tx.run(sql`
    insert into repair_move (repair_id, action, from_state, to_state, note, account_id, account, at)
    select ${repairId}, ${action}, ${from}, ${to}, ${note}, a.id, a.user_name, ${at(ms)} from account a where a.id = ${accountId}`);
}

/** The transitions of a repair, first to last. */
export const moves = (db: Queryable, repairId: number) =>
  db.query<{
    readonly action: RepairAction;
    readonly from: number;
    readonly to: number;
    readonly note: string | null;
    readonly by: string;
    readonly at: number;
  }>(sql`
    select action, from_state as "from", to_state as "to", note, account as "by", at
    from repair_move where repair_id = ${repairId} order by id`);
