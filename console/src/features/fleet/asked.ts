import { create } from 'zustand';
import { useSession } from '../../api/session.ts';
import type { ResourceRecord, ResourceValues } from '../../shared/resource/resource-record.ts';

/** The open drawer of the vehicle page. */
export type Asked =
  | { readonly kind: 'replace'; readonly record: ResourceRecord; readonly values?: ResourceValues }
  | { readonly kind: 'channels' | 'changes'; readonly record: ResourceRecord }
  /** `end`: whether anything changed. */
  | { readonly kind: 'renew'; readonly records: readonly ResourceRecord[]; readonly end: (done: boolean) => void }
  | { readonly kind: 'unknown' };

export const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));
export const ask = (asked: Asked | null): void => useAsked.setState({ asked });

/** Whether the user has a permission, outside React. */
export const may = (code: string): boolean => useSession.getState().rights?.includes(code) ?? false;
