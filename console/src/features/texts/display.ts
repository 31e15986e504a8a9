import type { DisplayMapName, DisplayName } from '@fleetwarden/domain/display-maps';
import { displayName } from '@fleetwarden/domain/display-maps';

type Key<M extends DisplayMapName> = `display.${M}${Capitalize<Extract<DisplayName<M>, string>>}`;

/** Text key for a number of the wire, by a display map of the specification; null if there is none. */
export function displayKey<M extends DisplayMapName>(map: M, value: number): Key<M> | Extract<DisplayName<M>, null> {
  const name = displayName(map, value) as string | null;
  if (name === null) return null as Extract<DisplayName<M>, null>;
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return `display.${map}${capital}` as Key<M>;
}
