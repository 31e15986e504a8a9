import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import type { Entry, PageEntry, Search } from './menu-search.ts';
import { loadSearch, pageEntries } from './menu-search.ts';

/** Pinyin applies to Chinese users who have not switched it off. */
export function usePinyin(): boolean {
  const { i18n } = useTranslation();
  const wished = useSession(({ userInfo }) => userInfo?.settings.ui.pinyinSearch ?? false);
  return wished && i18n.language === 'zh';
}

/** The pages the user can search, in the current language. */
export function usePageEntries(): readonly PageEntry[] {
  const { t } = useTranslation();
  const { rights, userInfo } = useSession();
  const clientType = userInfo?.clientType;
  return useMemo(() => pageEntries(rights, clientType, t), [rights, clientType, t]);
}

/** The matching entries, best first; empty until the search is loaded. */
export function useMatches<E extends Entry>(entries: readonly E[], text: string, limit: number): readonly E[] {
  const pinyin = usePinyin();
  const wanted = useDeferredValue(text);
  const [search, setSearch] = useState<{ run: Search<E> } | null>(null);
  useEffect(() => {
    let current = true;
    void loadSearch(entries, pinyin).then((run) => current && setSearch({ run }));
    return () => {
      current = false;
    };
  }, [entries, pinyin]);
  return useMemo(() => search?.run(wanted, limit) ?? [], [search, wanted, limit]);
}
