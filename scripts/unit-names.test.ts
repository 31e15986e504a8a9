import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from './children.ts';

/** A unit of distance or speed in a text of code: 'km/h', `${value} km`. */
const UNIT = /km\/h|\bmph\b|(?:\}|\d) ?km\b|>\s*km\s*</;

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<!:)\/\/.*/g, '');

it('server pages and files name units through translated texts, not hard-coded', () => {
  const files = globSync('{console,server}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|testing|server\/src\/demo\//.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.filter((file) => UNIT.test(withoutComments(readFileSync(`${ROOT}/${file}`, 'utf8'))));
  expect(found).toEqual([]);
});
