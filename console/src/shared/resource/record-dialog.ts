import { create } from 'zustand';
import { useSession } from '../../api/session.ts';
import type { ResourceRecord } from './resource-record.ts';

/** A page's open drawer: the chosen action, its record, and the function that reloads the list. */
export type RecordDialog<Action> = { readonly action: Action; readonly record: ResourceRecord; readonly refresh: () => void };

/** Creates the store through which row actions open the page's drawer. */
export const createDialogStore = <Dialog>() => create<{ readonly dialog: Dialog | null }>(() => ({ dialog: null }));

export const createRecordDialog = <Action>() => createDialogStore<RecordDialog<Action>>();

/** Whether the user has a permission, outside React. */
export const may = (code: string): boolean => useSession.getState().rights?.includes(code) ?? false;
