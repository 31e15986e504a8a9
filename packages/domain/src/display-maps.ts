/** What a number of the wire is shown as. `otherwise` names every other number; without it they have no name. */
type DisplayMap = { readonly values: Readonly<Record<number, string>>; readonly otherwise?: string };

/** The display maps of the specification (3): locale keys are built from map and name, `display.<map><Name>`. */
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

/** What a map may answer; null only where it names nothing else. */
export type DisplayName<M extends DisplayMapName> = Values<M>[keyof Values<M>] | Otherwise<M>;

/** The name of a number by a map of the specification; null where the map has none for it. */
export function displayName<M extends DisplayMapName>(map: M, value: number): DisplayName<M> {
  const { values, otherwise }: DisplayMap = DISPLAY_MAPS[map];
  return (values[value] ?? otherwise ?? null) as DisplayName<M>;
}
