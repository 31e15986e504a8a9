/** Part of `npm run check`: the rules on words that a machine can check. Prints each fault and exits with 1. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './children.ts';
import { checkDocument, checkSource } from './words.ts';

/** Where a day in milliseconds may be spelled out, and why. */
const DEFINES_DAY: Readonly<Record<string, string>> = {
  'packages/domain/src/durations.ts': 'the definition',
  'packages/protocol/': 'imports no other package',
  'server/test/report-oracle/': 'shares no code with the reports that it checks',
};

/** They spell out what they refuse. */
const RULES = /^scripts\/words(\.test)?\.ts$/;

const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { cwd: ROOT, encoding: 'utf8' });
const files = listed.split('\n').filter((path) => path !== '' && !RULES.test(path) && existsSync(join(ROOT, path)));
let count = 0;
for (const path of files) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const definesDay = Object.keys(DEFINES_DAY).some((each) => path.startsWith(each));
  const faults = path.endsWith('.md') ? checkDocument(text) : checkSource(path, text, definesDay);
  for (const { line, rule, text: found } of faults) console.error(`${path}:${line}: ${rule}: ${found}`);
  count += faults.length;
}
if (count > 0) process.exitCode = 1;
else console.log(`${files.length} files keep the rules on words`);
