import { useEffect, useState } from 'react';
import { loadSounds } from './pinyin.ts';

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Names by their sounds, made once something is looked for; none where the library does not load. `names` is the same list at every drawing. */
export function useSounds(names: readonly string[], wanted: boolean): ReadonlyMap<string, readonly string[]> {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // without them names are found all the same
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
