import type { AlarmRow, CaseEvent } from '@fleetwarden/contract/alarms/alarm-row';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Scope } from '../../identity/index.ts';

/** `prefix`: of the session for which files have addresses. */
export type AlarmReader = Pick<Principal, 'accountId' | 'departmentId' | 'rights'> & Partial<Pick<Principal, 'prefix'>>;

/** Alarms as the module `alarms` shows them; it depends on this one. */
export type AlarmAccess = {
  /** Throws CallError notFound if the reader may not see one of them, and forbidden if none at all. */
  require(reader: AlarmReader, gids: readonly string[]): Promise<readonly { readonly gid: string; readonly plate: string }[]>;
  /** Those that the reader may see, in the order of `gids`. */
  rowsOf(
    reader: AlarmReader,
    gids: readonly string[],
    language: ReplyLanguage,
  ): Promise<readonly { readonly row: AlarmRow; readonly info: Readonly<Record<string, unknown>> }[]>;
  /** What happened to the case of an alarm, oldest first. */
  historyOf(gid: string): Promise<CaseEvent[]>;
  /** Departments with their descendants. Throws CallError notFound for one outside the scope. */
  expandDepartments(scope: Scope, ids: readonly string[]): Promise<number[]>;
};
