import { expect, it } from 'vitest';
import { allPermissions } from './permission-tree.ts';
import { getButtonCode } from './resources/resource.ts';
import { resources } from './resources.ts';

const buttons = Object.values(resources).flatMap((resource) =>
  resource.can.map((button) => [resource.name, button, getButtonCode(resource, button)] as const),
);

// a button whose code is not in the tree would be invisible to all users
it.each(buttons)('%s: %s has a permission of the tree (%s)', (_name, _button, code) => {
  expect(allPermissions).toContain(code);
});

it('has an import if there is a permission for it', () => {
  const ownOnes = Object.values(resources).filter(
    ({ importAs, code }) => importAs && allPermissions.includes(`${code}05` as '2'),
  );
  expect(ownOnes).toEqual([]);
});
