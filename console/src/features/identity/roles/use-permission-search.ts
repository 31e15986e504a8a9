import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSounds } from '../../../shared/use-pinyin.ts';
import type { PermissionNode } from './permission-nodes.ts';

/** Indexes of nodes whose name, pinyin or code contains the text; null: no text. */
export function usePermissionSearch(
  nodes: readonly PermissionNode[],
  names: readonly string[],
  typed: string,
): ReadonlySet<number> | null {
  const { i18n } = useTranslation();
  const text = useDeferredValue(typed.trim().toLowerCase());
  const sounds = useSounds(names, text !== '' && i18n.language === 'zh');
  return useMemo(() => {
    if (text === '') return null;
    const matches = new Set<number>();
    nodes.forEach(({ code }, at) => {
      const words = [names[at]!.toLowerCase(), ...(sounds.get(names[at]!) ?? [])];
      if (code.startsWith(text) || words.some((word) => word.includes(text))) matches.add(at);
    });
    return matches;
  }, [nodes, names, sounds, text]);
}
