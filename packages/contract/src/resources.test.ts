import { expect, it } from 'vitest';
import { allPermissions } from './permission-tree.ts';
import { inputSchema } from './resources/field-schemas.ts';
import { type Field, getButtonCode } from './resources/resource.ts';
import { resources } from './resources.ts';

const buttons = Object.values(resources).flatMap((resource) =>
  resource.can.map((button) => [resource.name, button, getButtonCode(resource, button)] as const),
);

// a button whose code is not in the tree would be invisible to all users
it.each(buttons)('%s: %s has a permission of the tree (%s)', (_name, _button, code) => {
  expect(allPermissions).toContain(code);
});

it('a resource that uses the import of another resource has no import permission of its own', () => {
  const ownOnes = Object.values(resources).filter(
    ({ importAs, code }) => importAs && allPermissions.includes(`${code}05` as '2'),
  );
  expect(ownOnes).toEqual([]);
});

const check = (resource: string, key: string, value: unknown) => {
  const fields: Readonly<Record<string, Field>> = resources[resource]!.fields;
  const result = inputSchema(fields[key]!).safeParse(value);
  return result.success ? result.data : result.error.issues.map((issue) => ('params' in issue ? issue.params : issue.code));
};

it('refuses excess decimals instead of rounding them', () => {
  expect(check('vehicle', 'tonnage', 12.25)).toBe(12.25);
  expect(check('vehicle', 'tonnage', 12.255)).toEqual([{ key: 'rule.decimal', texts: { integers: 4, decimals: 2 } }]);
  expect(check('vehicle', 'fee', 123_456.7)).toBe(123_456.7);
  expect(check('agent', 'rate', 0.0000001)).toEqual([{ key: 'rule.decimal', texts: { integers: 3, decimals: 2 } }]);
});

it('reports the allowed range of an invalid port', () => {
  expect(check('superior', 'port', 1_024)).toBe(1_024);
  for (const port of [0, 1_023, 65_536, -1])
    expect(check('superior', 'port', port)).toEqual([{ key: 'rule.port', texts: { min: 1_024, max: 65_535 } }]);
  expect(check('superior', 'port', 1_024.5)).toEqual(['invalid_type']);
});

it('accepts the same ICCID format for a vehicle and its installation', () => {
  for (const name of ['vehicle', 'install'] as const) {
    expect(check(name, 'iccid', '8986112020905012345f')).toBe('8986112020905012345F');
    expect(check(name, 'iccid', '898611')).not.toBe('898611');
  }
});
