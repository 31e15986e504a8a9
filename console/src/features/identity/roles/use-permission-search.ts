import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSounds } from '../../../ui/sounds.ts';
import type { PermissionNode } from './permission-nodes.ts';

/** Indexes of the nodes whose name, sounds or code have what is typed in them; null: nothing is typed. */
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
    const found = new Set<number>();
    nodes.forEach(({ code }, at) => {
      const words = [names[at]!.toLowerCase(), ...(sounds.get(names[at]!) ?? [])];
      if (code.startsWith(text) || words.some((word) => word.includes(text))) found.add(at);
    });
    return found;
  }, [nodes, names, sounds, text]);
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Names by their sounds, made once something is looked for. */
function useSounds(names: readonly string[], wanted: boolean): ReadonlyMap<string, readonly string[]> {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // without them names and codes are found all the same
    void loadSounds().then(
      (soundsOf) => current && setKnown(new Map([...new Set(names)].map((name) => [name, soundsOf(name)]))),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [names, wanted]);
  return known;
}
