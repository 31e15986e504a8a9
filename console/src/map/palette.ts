/** Theme colours used by the map, as #RRGGBB. */
export type MapPalette = {
  readonly ink: string;
  readonly panel: string;
  readonly line: string;
  readonly brand: string;
  readonly land: string;
  readonly water: string;
  readonly border: string;
  readonly mapLabel: string;
  /** By status number 0-6. */
  readonly status: readonly { readonly mark: string }[];
};

/** Parses #RRGGBB into red, green and blue from 0 to 1. Throws on other formats. */
export function rgbOf(colour: string): [number, number, number] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) throw new Error(`colour ${colour}: the map takes #RRGGBB`);
  return [1, 2, 3].map((i) => Number.parseInt(match[i]!, 16) / 255) as [number, number, number];
}

/** Mixes `share` (0 to 1) of `other` into `colour`; both #RRGGBB. */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [rgbOf(colour), rgbOf(other)];
  const hex = a.map((value, i) =>
    Math.round((value * (1 - share) + b[i]! * share) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
