import { CallError } from '@fleetwarden/contract/errors';
import { MAX_PRESETS } from '@fleetwarden/contract/video/talk-schemas';
import { type Db, json, sql } from '../../platform/db/database.ts';
import type { Scope } from '../identity/index.ts';

type Tile = { readonly vehicleId: number; readonly channel: number } | null;

export type Preset = {
  readonly name: string;
  readonly layout: number;
  readonly rotateSeconds: number | null;
  readonly tiles: readonly Tile[];
};

/** Saves a layout of an account; the id of the layout. Throws CallError tooMany, and notFound for the id of another account. */
export const savePreset = (db: Db, accountId: number, id: number | undefined, preset: Preset): Promise<number> =>
  db.transaction(async (tx) => {
    const { name, layout, rotateSeconds, tiles } = preset;
    if (id !== undefined) {
      const changed = await tx.run(sql`
        update video_preset set name = ${name}, layout = ${layout}, rotate_seconds = ${rotateSeconds}, tiles = ${json(tiles)}
        where id = ${id} and account_id = ${accountId}`);
      if (changed === 0) throw new CallError('notFound', `layout ${id}`);
      return id;
    }
    // two calls at once do not exceed the limit
    await tx.run(sql`select from account where id = ${accountId} for update`);
    const row = await tx.first<{ id: number }>(sql`
      insert into video_preset (account_id, name, layout, rotate_seconds, tiles)
      select ${accountId}, ${name}, ${layout}, ${rotateSeconds}, ${json(tiles)}
      where (select count(*) from video_preset where account_id = ${accountId}) < ${MAX_PRESETS} returning id`);
    if (!row) throw new CallError('tooMany', `${MAX_PRESETS} layouts`);
    return row.id;
  });

/** The layouts of an account. Tiles of vehicles outside the scope are empty. */
export async function listPresets(db: Db, accountId: number, scope: Scope) {
  const rows = await db.query<{ id: number; name: string; layout: number; rotate_seconds: number | null; tiles: Tile[] }>(sql`
    select id, name, layout, rotate_seconds, tiles from video_preset where account_id = ${accountId} order by name, id`);
  const ids = rows.flatMap(({ tiles }) => tiles.flatMap((tile) => (tile ? [tile.vehicleId] : [])));
  const plates = new Map(
    (
      await db.query<{ id: number; plate: string }>(sql`
        select id, plate from vehicle where id = any(${ids}) and deleted_at is null and department_id = any(${[...scope]})`)
    ).map(({ id, plate }) => [id, plate]),
  );
  return rows.map(({ id, name, layout, rotate_seconds, tiles }) => ({
    id: String(id),
    name,
    layout,
    rotateSeconds: rotate_seconds,
    tiles: tiles.map((tile) => {
      if (tile === null) return null;
      const { vehicleId, channel } = tile;
      const carNo = plates.get(vehicleId);
      return carNo === undefined ? null : { targId: String(vehicleId), channel, carNo };
    }),
  }));
}

/** Throws CallError notFound. */
export async function deletePreset(db: Db, accountId: number, id: number): Promise<void> {
  const deleted = await db.run(sql`delete from video_preset where id = ${id} and account_id = ${accountId}`);
  if (deleted === 0) throw new CallError('notFound', `layout ${id}`);
}
