import { peopleCalls } from '@fleetwarden/contract/identity/people/routes';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { useSession } from '../../api/session.ts';

type PeopleCalls = typeof peopleCalls;

/** The calls of users or roles of one console. */
export function peopleCall<N extends keyof PeopleCalls>({ path }: Pick<Resource, 'path'>, name: N): PeopleCalls[N] {
  const row = peopleCalls[name];
  return { ...row, path: row.path.replace(/^[^/]+/, path) };
}

/** Whether the user may press a button of the resource's page, by the last two digits of its code. */
export const mayPress = ({ code }: Pick<Resource, 'code'>, digits: string): boolean =>
  useSession.getState().rights?.includes(`${code}${digits}`) ?? false;

/** The dialog that a row opened, with its subject. */
export type OpenDialog<Kind extends string, Subject> = { readonly kind: Kind; readonly subject: Subject } | null;
