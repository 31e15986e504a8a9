import { CallError } from '@fleetwarden/contract/errors';
import type { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { SetSender } from './sender.ts';

export type CallsDeps = {
  readonly db: Db;
  readonly service: CommandService;
  readonly sender: SetSender;
  readonly scopes: Scopes;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Pick<Tasks, 'register' | 'start'>;
  readonly timeZone: string;
  /** Addresses that a probe may connect to; external addresses by default. */
  readonly mayReach?: ((address: string) => boolean) | undefined;
  readonly now: () => number;
};
export type Handler<N extends keyof typeof terminalSettingsCalls> = Handlers<typeof terminalSettingsCalls>[N];

/** The scope, or a department of it with everything below. Throws CallError notFound. */
export async function narrow(
  scopes: Scopes,
  { departmentId }: Pick<Principal, 'departmentId'>,
  deptId: string | undefined,
): Promise<Scope> {
  const scope = await scopes.of(departmentId);
  if (deptId === undefined) return scope;
  if (!scope.has(Number(deptId))) throw new CallError('notFound', `department ${deptId}`);
  return scopes.of(Number(deptId));
}
