import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import type { FleetRegistry } from './fleet-registry.ts';
import type { FollowStore } from './follow.ts';
import { type Selection, select } from './selection.ts';
import type { Viewer } from './viewer.ts';

type Account = Pick<Principal, 'accountId' | 'departmentId'>;

/** Loads selections of accounts for the live sockets. All sockets of an account share one selection and its frames. */
export type ViewerSelections = {
  load(account: Account): Promise<Selection>;
  /** As `load`, and never of an older registry generation. */
  loadCurrent(account: Account): Promise<Selection>;
  /** Loads the selections of the wanted viewers again; `reload` is passed to `Viewer.select`. */
  reselect(isWanted: (viewer: Viewer) => boolean, reload: (viewer: Viewer) => boolean): Promise<void>;
};

export function createViewerSelections(deps: {
  readonly registry: FleetRegistry;
  readonly follow: FollowStore;
  readonly scopes: Scopes;
  readonly viewers: ReadonlySet<Viewer>;
}): ViewerSelections {
  const { registry, follow, scopes, viewers } = deps;

  function* selections() {
    for (const viewer of viewers) yield viewer.selection;
  }

  const load = async ({ accountId, departmentId }: Account): Promise<Selection> => {
    const [scope, rules] = await Promise.all([scopes.of(departmentId), follow.rulesOf(accountId)]);
    for (const selection of selections())
      if (
        selection.accountId === accountId &&
        selection.scope === scope &&
        selection.rules === rules &&
        selection.generation === registry.generation
      )
        return selection;
    return select(registry, { accountId, departmentId }, scope, rules, selections());
  };

  return {
    load,
    loadCurrent: async (account) => {
      for (;;) {
        const selection = await load(account);
        if (selection.generation === registry.generation) return selection;
      }
    },
    reselect: async (isWanted, reload) => {
      for (const viewer of viewers) {
        if (!isWanted(viewer)) continue;
        const selection = await load(viewer.connection.principal);
        viewer.select(selection, reload(viewer));
      }
    },
  };
}
