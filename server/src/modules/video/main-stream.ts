import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { Principal } from '../../platform/http/principal.ts';

const MAIN = 0;

/** Throws CallError if the stream is the main one and the user may not see it. */
export type StreamCheck = (user: Principal, streamType: 0 | 1) => Promise<void>;

/** The main stream needs a permission of its own, and the setting `mainStream`. */
export const createStreamCheck =
  (deps: { readonly settings: (departmentId: null) => Promise<{ readonly mainStream: boolean }> }): StreamCheck =>
  async (user, streamType) => {
    if (streamType !== MAIN) return;
    if (!user.rights.has(permission.mainStream)) throw new CallError('forbidden', 'main stream');
    if (!(await deps.settings(null)).mainStream) throw new CallError('mainStreamOff');
  };
