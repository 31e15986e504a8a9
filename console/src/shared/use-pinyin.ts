import { useEffect, useState } from 'react';
import { loadSounds } from './pinyin.ts';

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Pinyin of names, computed on the first search; empty if the library does not load. `names` must be stable. */
export function useSounds(names: readonly string[], wanted: boolean): ReadonlyMap<string, readonly string[]> {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // search by name still works without it
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
