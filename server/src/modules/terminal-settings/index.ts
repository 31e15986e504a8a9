import type { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CallsDeps } from './call-context.ts';
import { createTerminalSettingsCalls } from './calls.ts';
import { createFollower } from './follower.ts';
import { SETS_KEPT_MS } from './limits.ts';
import { createNewVehicles } from './new-vehicles.ts';
import { createSetSender, type SetSenderDeps } from './sender.ts';
import { forgetSets } from './set-store.ts';

export type TerminalSettings = {
  readonly handlers: Handlers<typeof terminalSettingsCalls>;
  /** Stores answers that came while this part did not run. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** For the maintenance job: forgets sets past their time at `now` (epoch ms). */
export const forgetParameterSets = (db: Db, now: number): Promise<number> => forgetSets(db, now - SETS_KEPT_MS);

/** Parameters of terminals: read, set and read back, templates, comparison of fleets. */
export function createTerminalSettings(
  deps: Omit<CallsDeps, 'sender'> &
    Pick<SetSenderDeps, 'bus' | 'batches'> & { readonly hub: Pick<Hub, 'publish'>; readonly log: Pick<Log, 'warn'> },
): TerminalSettings {
  const sender = createSetSender(deps);
  const follower = createFollower(deps);
  const newVehicles = createNewVehicles({ ...deps, sender });
  return {
    handlers: createTerminalSettingsCalls({ ...deps, sender }),
    start: () => follower.start(),
    stop: async () => {
      await newVehicles.stop();
      await follower.stop();
    },
  };
}
