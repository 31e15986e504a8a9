import { create } from 'zustand';
import { useSession } from '../../api/session.ts';
import type { ResourceRecord } from './resource-record.ts';

/** What a page's drawer is open for: the action chosen, its record, and what follows it. */
export type Asked<Action> = { readonly action: Action; readonly record: ResourceRecord; readonly refresh: () => void };

/** Where the actions of a page's rows leave what was asked, for the page's drawer to draw. */
export const createAsked = <Action>() => create<{ readonly asked: Asked<Action> | null }>(() => ({ asked: null }));

/** Whether the signed-in user holds a code, asked while a row is drawn. */
export const may = (code: string): boolean => useSession.getState().rights?.includes(code) ?? false;
