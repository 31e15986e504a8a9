import type { CallReply } from '@fleetwarden/contract/call';
import type { terminalSettingsCalls as table } from '@fleetwarden/contract/terminal-settings/routes';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ParamNews, SetState } from '@fleetwarden/contract/terminal-settings/schemas';
import { useState } from 'react';
import { callPaged } from '../../../api/call-paged.ts';
import { useEvery } from '../../../hooks/use-interval.ts';
import { useCommonMessage, useOpened } from '../../../shared/live-context.ts';
import { POLL_MS } from './use-sent.ts';

type SetReply = CallReply<typeof table.setParams>;
/** What became of a set of parameters at one vehicle. */
export type VehicleSet = {
  readonly setId: string;
  readonly targId: string;
  readonly carNo: string;
  readonly terminal: string;
  readonly version: number | null;
  /** What was sent, by parameter id. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly state: SetState;
  readonly resultCode: number | null;
  readonly notApplicable: readonly string[];
  /** Parameters that the terminal has otherwise, with its values. */
  readonly differing: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
  readonly changedAt: number;
};

export type Sets = {
  readonly list: readonly VehicleSet[];
  readonly add: (reply: SetReply, values: VehicleSet['values']) => void;
};

const OPEN: ReadonlySet<SetState> = new Set(['awaiting', 'sent', 'reading']);
/** Sets per call. */
const MAX_LISTED = 500;

/** The sets of parameters that this page sent, kept up to date by `terminalParams` and by polling. */
export function useSets(): Sets {
  const [list, setList] = useState<readonly VehicleSet[]>([]);
  const open = [...new Set(list.filter(({ state }) => OPEN.has(state)).map(({ setId }) => setId))];

  useCommonMessage('terminalParams', (data) => {
    const { setId, setState, targId } = data as ParamNews;
    if (setId === null || setState === null) return;
    setList((before) =>
      before.map((each) =>
        each.setId === setId && each.targId === targId ? { ...each, state: setState, changedAt: Date.now() } : each,
      ),
    );
    // the values that differ are in the list only
    if (setState === 'differs') void refresh([setId]);
  });

  async function refresh(setIds: readonly string[]) {
    for (const setId of setIds) {
      const options = { pageModel: { page: 1, limit: MAX_LISTED }, quiet: true, anyPage: true } as const;
      const reply = await callPaged(terminalSettingsCalls.listParamSet, { setId }, options).catch(() => ({ list: [] }));
      const known = new Map(reply.list.map((row) => [row.targId, row]));
      setList((before) =>
        before.map((each) => {
          const row = each.setId === setId ? known.get(each.targId) : undefined;
          return row
            ? { ...each, state: row.state, resultCode: row.resultCode, differing: row.differing, changedAt: row.changedAt }
            : each;
        }),
      );
    }
  }
  useEvery(open.length > 0 ? POLL_MS : null, () => void refresh(open));
  useOpened(() => void refresh(open));

  return {
    list,
    add: ({ setId, list: results }, values) => {
      const now = Date.now();
      const added = results.map(({ targId, carNo, terminal, version, state, resultCode, notApplicable }) => ({
        setId,
        targId,
        carNo,
        terminal,
        version,
        values,
        state,
        resultCode,
        notApplicable,
        differing: {},
        sentAt: now,
        changedAt: now,
      }));
      setList((before) => [...added, ...before]);
    },
  };
}
