import { create } from 'zustand';
import { useSession } from '../../api/session.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

/** What a drawer of the page is open for; `end` says whether it was done. */
type Asked = {
  readonly action: 'handle' | 'notify';
  readonly records: readonly ResourceRecord[];
  readonly end: (done: boolean) => void;
};

/** Where the actions of rows leave what was asked, for the page's drawers to draw. */
export const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Asks about records; resolves once it is done, rejects where nothing was: then a selection stays. */
export const ask = (action: Asked['action'], records: readonly ResourceRecord[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (done: boolean) => {
      useAsked.setState({ asked: null });
      if (done) resolve();
      else reject(new Error(`${action} was given up`));
    };
    useAsked.setState({ asked: { action, records, end } });
  });

/** Whether the signed-in user holds a code, asked while a row is drawn. */
export const may = (code: string): boolean => useSession.getState().rights?.includes(code) ?? false;
