import type { Call } from '@fleetwarden/contract/call';
import { callTables } from '@fleetwarden/contract/call-tables';
import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { permission } from '@fleetwarden/contract/permissions';
import { resources } from '@fleetwarden/contract/resources';
import { resourceCalls } from '@fleetwarden/contract/resources/resource-calls';
import { READ_CODES, SEND_CODES, VIEW_CODES } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { describe, expect, it } from 'vitest';
import { controlCommands, type SetupPageRow, setupPages } from '../features/terminal-settings/setup-pages.ts';
import { pendingPages } from './pages.ts';

const calls: readonly Call[] = [
  ...Object.values(callTables).flatMap((table) => Object.values<Call>(table)),
  ...Object.values(resources).flatMap((resource) => Object.values<Call>(resourceCalls(resource))),
];
/** Codes that calls, commands, parameters and pages ask for. */
const used: ReadonlySet<string> = new Set<string>([
  ...calls.flatMap((call) => call.permission),
  ...Object.values(terminalCommands).flatMap(({ permissions }) => permissions),
  ...consoleRoutes.flatMap((route) => ('roles' in route ? route.roles : [])),
  ...Object.values(setupPages).map(({ code }) => `${code}01`),
  ...Object.values(permission),
  ...[...READ_CODES, ...SEND_CODES, ...VIEW_CODES],
]);
/** Those of pages and their buttons; three digits are a group of the menu. */
const setupCodes = [...allPermissions].filter((code) => /^70[1-6]\d/.test(code));

describe('the settings', () => {
  it('have no page that is not available', () => {
    expect(pendingPages.filter((path) => path.startsWith('/setup/'))).toEqual([]);
  });

  it.each(setupCodes)('permission %s is used', (code) => expect(used.has(code)).toBe(true));

  /** Commands of other windows: alarms, geofences, and calls that read parameters. */
  const elsewhere = ['8104', '8106', '8203', '8600', '8602', '8604', '8606'];
  const offered: ReadonlySet<string> = new Set([
    ...controlCommands,
    ...Object.values<SetupPageRow>(setupPages).flatMap(({ sections }) =>
      Object.values(sections).flatMap((section) => (section.kind === 'commands' ? section.codes : [])),
    ),
  ]);

  it('offer each command that users can send, except those of other windows', () => {
    const sendable = Object.entries(terminalCommands).filter(([, { byModule }]) => !byModule);
    expect(
      sendable
        .map(([code]) => code)
        .filter((code) => !offered.has(code))
        .sort(),
    ).toEqual(elsewhere);
  });
});
