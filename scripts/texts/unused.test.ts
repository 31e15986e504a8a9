import { describe, expect, it } from 'vitest';
import { permissionTree } from '../../packages/contract/src/permission-tree.ts';
import { ALARM_BITS } from '../../packages/domain/src/alarm-bits.ts';
import { DISPLAY_MAPS } from '../../packages/domain/src/display-maps.ts';
import { PLATE_COLOURS } from '../../packages/domain/src/plate-colour.ts';
import { texts } from '../../packages/locale/src/languages.ts';
import { placeOf, readSources, textOfNode, walk } from './sources.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, n) => String(n));
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Keys that code puts together: how the template looks (`*` for what is filled in), and every value that is filled in. */
const BUILT: readonly { readonly pattern: string; readonly values: readonly (string | readonly string[])[] }[] = [
  {
    pattern: 'action.*',
    values: permissionTree.filter(({ kind }) => kind === 'button').map(({ name }) => name.slice('action.'.length)),
  },
  { pattern: 'alarm.*', values: ALARM_BITS.map(({ key }) => key) },
  // what the HTTP client says where the server says nothing
  { pattern: 'common.*', values: ['requestFailed', 'networkError', 'timeout'] },
  { pattern: 'common.*Title', values: ['notFound', 'forbidden'] },
  { pattern: 'common.*Hint', values: ['notFound', 'forbidden'] },
  {
    pattern: 'display.**',
    values: Object.entries(DISPLAY_MAPS).flatMap(([map, { values, ...rest }]) =>
      [...Object.values(values), ...('otherwise' in rest ? [rest.otherwise] : [])].map((name) => [map, capital(name)]),
    ),
  },
  { pattern: 'monitor.heading*', values: upTo(8) },
  { pattern: 'monitor.load*', values: upTo(4) },
  { pattern: 'monitor.plate*', values: PLATE_COLOURS.map(({ code }) => String(code)) },
  { pattern: 'monitor.status*', values: upTo(7) },
  // the doors, fuel and power a status row names
  {
    pattern: 'monitor.*',
    values: [
      'fuelCut',
      'powerCut',
      'doorsLocked',
      'frontDoorOpen',
      'middleDoorOpen',
      'rearDoorOpen',
      'driverDoorOpen',
      'customDoorOpen',
    ],
  },
  { pattern: 'texts.map*', values: Object.keys(DISPLAY_MAPS).map(capital) },
];

const areas = Object.keys(texts.zh);
const keys = new Set(Object.entries(texts.zh).flatMap(([area, entries]) => Object.keys(entries).map((key) => `${area}.${key}`)));
const isBuilt = (text: string) => text.includes('*') && areas.some((area) => text.startsWith(`${area}.`));

/** Keys and templates of keys, as they stand in code, with where. */
function readUses() {
  const uses = new Map<string, string>();
  for (const folder of ['console/src', 'server/src', 'packages/contract/src', 'packages/domain/src'])
    for (const source of readSources(folder))
      walk(source, (node) => {
        const text = textOfNode(node);
        if (text !== null && (keys.has(text) || keys.has(`${text}_one`) || isBuilt(text))) uses.set(text, placeOf(source, node));
      });
  return uses;
}

describe('texts', () => {
  const uses = readUses();
  const filled = BUILT.flatMap(({ pattern, values }) =>
    values.map((value) => [value].flat().reduce((text, part) => text.replace('*', () => part), pattern)),
  );

  it('are each used by console or server', () => {
    const used = new Set([...uses.keys(), ...filled]);
    expect([...keys].filter((key) => !used.has(key) && !used.has(key.replace(/_(one|other)$/, '')))).toEqual([]);
  });

  it('whose keys code puts together stand in the list above, with what fills them', () => {
    const patterns = new Set(BUILT.map(({ pattern }) => pattern));
    expect(
      [...uses].filter(([text]) => isBuilt(text) && !patterns.has(text)).map(([text, place]) => `${text} at ${place}`),
    ).toEqual([]);
  });

  it('that the list above names are there', () => {
    expect(filled.filter((key) => !keys.has(key))).toEqual([]);
  });

  it('that the list above names are put together somewhere', () => {
    expect(BUILT.filter(({ pattern }) => !uses.has(pattern)).map(({ pattern }) => pattern)).toEqual([]);
  });
});
