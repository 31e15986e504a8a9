/**
 * `npm run lock`: adds optional packages of other platforms that the registry left out of package-lock.json.
 * Without them `npm ci` fails on those platforms. Run it after every dependency change.
 */
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const OS = /android|darwin|freebsd|openbsd|netbsd|win32|windows|openharmony|aix|sunos|linux/;
const CPU = /arm64|armhf|arm|x64|ia32|ppc64|riscv64|s390x|loong64|wasm32/;
let added = 0;

for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`;
    if (lock.packages[at] || lock.packages[`${path}/${at}`]) continue;
    const os = OS.exec(name)?.[0];
    if (!os || /[\^~*]/.test(version)) {
      console.log(`left out: ${name}@${version} (of ${path || 'the root'})`);
      continue;
    }
    const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) ? ['glibc'] : undefined;
    lock.packages[at] = {
      version,
      cpu: [CPU.exec(name)?.[0] ?? 'x64'],
      ...(owner.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      os: [os === 'windows' ? 'win32' : os],
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);
