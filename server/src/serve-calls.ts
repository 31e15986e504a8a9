import { callTables } from '@fleetwarden/contract/call-tables';
import type { Handlers } from './platform/http/handlers.ts';
import type { Http } from './platform/http/http.ts';

type Tables = typeof callTables;

/** The handlers of every table: a table without does not compile. */
type AllHandlers = { readonly [Name in keyof Tables]: Handlers<Tables[Name]> };

/** Serves every call there is, but those that resources serve of themselves. */
export function serveCalls(http: Pick<Http, 'register'>, handlers: AllHandlers): void {
  // of one name: what the compiler loses of the pair in a loop
  for (const name of Object.keys(callTables) as (keyof Tables)[]) http.register(name, callTables[name], handlers[name] as never);
}
