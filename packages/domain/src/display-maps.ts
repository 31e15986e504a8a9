/** Display names of a number in calls. `otherwise` names all other numbers; without it they have no name. */
type DisplayMap = { readonly values: Readonly<Record<number, string>>; readonly otherwise?: string };

/** Display maps of the specification (3). Text keys are `display.<map><Name>`. */
export const DISPLAY_MAPS = {
  platformStandard: { values: { 0: '2011' }, otherwise: '2019' },
  encryption: { values: { 0: 'unencrypted' }, otherwise: 'encrypted' },
  linkStatus: { values: { 0: 'notLinked' }, otherwise: 'immediate' },
  audioSamplingRate: { values: { 0: '8k', 1: '22k', 2: '44k' }, otherwise: '48k' },
  iconType: { values: { 1: 'camera', 2: 'networkCamera', 3: 'sensor' } },
  yuntai: { values: { 0: 'no' }, otherwise: 'yes' },
  riskLevel: { values: { 0: 'none', 1: 'high', 2: 'medium' }, otherwise: 'low' },
  plateColour: { values: { 1: 'blue', 2: 'yellow', 3: 'smallYellow', 4: 'white', 5: 'green' }, otherwise: 'other' },
} as const satisfies Record<string, DisplayMap>;

export type DisplayMapName = keyof typeof DISPLAY_MAPS;

type Values<M extends DisplayMapName> = (typeof DISPLAY_MAPS)[M]['values'];
type Otherwise<M extends DisplayMapName> = (typeof DISPLAY_MAPS)[M] extends { readonly otherwise: infer O } ? O : null;

/** Possible results of a map; null only without `otherwise`. */
export type DisplayName<M extends DisplayMapName> = Values<M>[keyof Values<M>] | Otherwise<M>;

/** The display name of a number; null if the map has none. */
export function displayName<M extends DisplayMapName>(map: M, value: number): DisplayName<M> {
  const { values, otherwise }: DisplayMap = DISPLAY_MAPS[map];
  return (values[value] ?? otherwise ?? null) as DisplayName<M>;
}
