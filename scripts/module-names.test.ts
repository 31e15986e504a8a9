import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './children.ts';

/** A module without a part in these layers, and why. */
type Exceptions = Readonly<Record<string, string>>;

const listFolders = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const listTextFiles = (): string[] =>
  readdirSync(join(ROOT, 'packages/locale/src/zh'))
    .filter((name) => name !== 'index.ts')
    .map((name) => name.replace(/\.ts$/, ''));

const toCamelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const MODULES = listFolders('server/src/modules');

const NOT_IN_CONTRACT: Exceptions = {};

const NOT_IN_CONSOLE: Exceptions = {
  commands: 'a panel of the monitor page',
  details: 'a panel of the monitor page',
  'follow-ups': 'a dialog of the monitor page and of reports',
  lookups: 'lists of values for the fields of every page',
  media: 'photos and videos on the monitor, track and alarm pages',
  'region-search': 'a tool of the monitor page',
};

const NOT_IN_TEXTS: Exceptions = {
  'alarm-rules': 'texts of its resource warnScheme; rule parameters come from the contract',
  audit: 'auditAction and auditArea hold the names that the audit log stores; operations, errorLog: its pages',
  commands: 'command, commandTray and message: one command each',
  details: 'drawer: the panel that shows the details',
  fleet: 'one file per resource: vehicle, driver, device, department, ...',
  installations: 'install: the resource of this name, which the audit log stores',
  lookups: 'enumeration: the names of enumerated values',
  'region-search': 'regions: stored tasks name their titles by its keys',
  repairs: 'repair: the resource of this name, which the audit log stores',
  risks: 'riskArea and riskEvent: one file per resource',
  alarms: 'alarm, alarmHandling, alarmHistory, alarmPopup: one file per page',
};

/** Folders of the contract that are no module of the server. */
const ONLY_IN_CONTRACT: Exceptions = {
  live: 'messages of the live sockets, which the monitor and the platform serve',
  resources: 'the model of records, which every module uses',
  tasks: 'served by server/src/platform/tasks: modules start tasks',
  values: 'types of values that several modules use',
};

/** Features of the console that are no module of the server. */
const ONLY_IN_CONSOLE: Exceptions = {
  inspection: 'the read-only login of an inspector: calls of the module identity',
  safety: 'pages with figures of the modules alarms and reports',
  tasks: 'served by server/src/platform/tasks: modules start tasks',
  texts: 'the texts of an installation: calls of the module settings',
};

/** Names that a layer lacks, or has beyond the modules, must be the exceptions; each exception must be in use. */
function compareNames(names: readonly string[], missing: Exceptions, extra: Exceptions): void {
  expect(MODULES.filter((name) => !names.includes(name)).toSorted()).toEqual(Object.keys(missing).toSorted());
  expect(names.filter((name) => !MODULES.includes(name)).toSorted()).toEqual(Object.keys(extra).toSorted());
}

describe('a module has one name in all layers', () => {
  it('in the contract', () => compareNames(listFolders('packages/contract/src'), NOT_IN_CONTRACT, ONLY_IN_CONTRACT));

  it('in the features of the console', () => compareNames(listFolders('console/src/features'), NOT_IN_CONSOLE, ONLY_IN_CONSOLE));

  it('in the texts', () => {
    const files = listTextFiles();
    const missing = MODULES.filter((name) => !files.includes(toCamelCase(name)));
    expect(missing.toSorted()).toEqual(Object.keys(NOT_IN_TEXTS).toSorted());
  });
});
