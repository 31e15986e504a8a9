import type { warnSchemesCalls } from '@fleetwarden/contract/warn-schemes';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { TextOf } from '../../platform/http/replies.ts';
import type { Tasks } from '../../platform/tasks/tasks.ts';
import type { Scopes } from '../identity/index.ts';
import { createRuleCalls } from './calls.ts';
import { tryTask } from './dry-run.ts';
import type { RuleBook } from './rule-book.ts';

export { createRuleBook, type RuleBook } from './rule-book.ts';

/** Pages of the alarm rules: their schemes, and what they would have found. */
export function createRules(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly book: RuleBook;
  readonly scopes: Scopes;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly tasks: Tasks;
  readonly textOf: TextOf;
  readonly timeZone: string;
  readonly now?: () => number;
}): { readonly handlers: Handlers<typeof warnSchemesCalls> } {
  const { scopes, now = Date.now } = deps;
  const below = scopes.of;
  const trying = tryTask({ ...deps, below, now });
  deps.tasks.register(trying);
  return { handlers: createRuleCalls({ ...deps, below, trying }) };
}
