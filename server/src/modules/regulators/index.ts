import type { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { PrincipalOf, Scopes } from '../identity/index.ts';
import type { PublishSupervision } from '../monitor/index.ts';
import type { Notices } from '../notices/index.ts';
import { createCalling } from './calling.ts';
import { createDuty, WATCHES } from './duty.ts';
import { CALL_WAIT_MS, LOOK_EVERY_MS } from './limits.ts';
import { createLinkCalls, type Describe } from './link-calls.ts';
import { ownSuperior } from './own-superior.ts';
import { createQuestionCalls } from './question-calls.ts';
import { createTelling } from './telling.ts';
import { createWatch } from './watch.ts';

export type { Describe } from './link-calls.ts';
export { regulatorWords } from './words.ts';

export type Regulators = {
  readonly handlers: Handlers<typeof regulatorsCalls>;
  /** Starts polling for users to alert and overdue items. */
  start(): void;
  /** The same, once. Rejects without a database. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Requests of superior platforms to users: sent to consoles and answered by them; and the traffic of the links. */
export function createRegulators(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly publishSupervision: PublishSupervision;
  readonly scopes: Scopes;
  readonly describe: Describe;
  readonly principalOf: PrincipalOf;
  readonly notices: Pick<Notices, 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  readonly now?: () => number;
}): Regulators {
  const { bus, now = Date.now } = deps;
  const calling = createCalling({ ...deps, right: WATCHES, waitMs: CALL_WAIT_MS, now });
  const duty = createDuty({ ...deps, calling, now });
  const watch = createWatch({ ...deps, now });

  const tell = createTelling({ ...deps, now });
  const requireSuperior = ownSuperior(deps);
  const handlers: Regulators['handlers'] = {
    ...duty.handlers,
    ...createQuestionCalls({ ...deps, tell, requireSuperior, now }),
    ...createLinkCalls({ ...deps, requireSuperior, now }),
  };

  const ends = [
    bus.subscribe('superior.requested', async ({ kind, id }) => {
      if (kind === 'postCheck') await calling.first(id);
      await tell[kind](id);
    }),
    bus.subscribe('superior.link', ({ superiorId }) => tell.link(superiorId)),
  ];

  const look = async () => {
    for (const id of await calling.due()) await tell.postCheck(id);
    const { overdue, shiftsEnded } = await watch.look();
    for (const id of overdue) await tell.supervision(id);
    if (shiftsEnded) await duty.told(null);
  };

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  return {
    handlers,
    look,
    start: () => {
      let busy = false;
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        looking = look()
          .catch((err: unknown) => deps.log.warn({ err }, 'not looked who is to be called'))
          .finally(() => {
            busy = false;
          });
      }, LOOK_EVERY_MS);
    },
    stop: async () => {
      clearInterval(timer);
      for (const end of ends) end();
      await looking;
    },
  };
}
