import { CallError } from '@fleetwarden/contract/errors';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './link-store.ts';

/** Checks that a superior platform is in the caller's scope. Throws CallError notFound otherwise. */
export type OwnSuperior = (id: string, user: Principal) => Promise<number>;

export const ownSuperior =
  ({ db, scopes }: { readonly db: Db; readonly scopes: Scopes }): OwnSuperior =>
  async (id, { departmentId }) => {
    const row = await store.findSuperior(db, Number(id), await scopes.of(departmentId));
    if (!row) throw new CallError('notFound', `superior ${id}`);
    return row.id;
  };
