import { describe, expect, it } from 'vitest';
import { allPermissions, permissionTree, withAncestors } from '../permission-tree.ts';
import { permission } from '../permissions.ts';
import { builtInRoles } from './built-in-roles.ts';

const codesOf = (key: string) => new Set<string>(builtInRoles.find((role) => role.key === key)!.codes);
const button = new Map(permissionTree.map(({ code, name }) => [code as string, name]));

describe('the built-in roles', () => {
  it('are the seven roles of the catalogue', () => {
    expect(builtInRoles.map(({ key }) => key)).toEqual([
      'superAdministrator',
      'platformAdministrator',
      'agent',
      'enterpriseAdministrator',
      'monitor',
      'safetyOfficer',
      'supervisor',
    ]);
    expect(codesOf('superAdministrator')).toEqual(new Set(allPermissions));
  });

  it.each(builtInRoles)(
    '$key contains known codes with their ancestors, and the codes of home, monitoring and notices',
    ({ codes }) => {
      expect(new Set(codes)).toEqual(withAncestors(codes));
      for (const code of [permission.home, '10301', permission.monitoring, '207', permission.readNotices])
        expect(codes).toContain(code);
    },
  );

  it.each(builtInRoles)('$key has at least one button of each page that has buttons', ({ codes }) => {
    const held = new Set(codes);
    for (const { code, kind } of permissionTree) {
      const below = permissionTree.filter(({ parent }) => parent === code);
      if (held.has(code) && kind === 'page' && below.length > 0)
        expect([code, below.some((row) => held.has(row.code))]).toEqual([code, true]);
    }
  });

  it.each(['platformAdministrator', 'agent', 'enterpriseAdministrator', 'monitor', 'safetyOfficer', 'supervisor'])(
    '%s cannot cut oil or electricity, open doors, send raw data, or purge deleted vehicles',
    (key) => {
      for (const code of ['7010910', '7011009', '7011010', '7011011', '7011609', '60911'])
        expect(codesOf(key)).not.toContain(code);
    },
  );

  it('an agent manages users, vehicles, departments and its quotas, but not the platform', () => {
    const agent = codesOf('agent');
    for (const code of ['60102', '60203', '60402', '60410', '61610', '60112']) expect(agent).toContain(code);
    for (const code of ['603', '60302', '607', '608', '610', '615', '61603', '702', '70203', '706', '621'])
      expect(agent).not.toContain(code);
  });

  it('a company administrator manages company data, but not quotas, agents or the platform', () => {
    const enterprise = codesOf('enterpriseAdministrator');
    for (const code of ['60103', '60402', '62102', '605', '13010102', '62401', '62510']) expect(enterprise).toContain(code);
    for (const code of ['603', '616', '60112', '70201', '7060101']) expect(enterprise).not.toContain(code);
  });

  it('a monitoring operator handles alarms but does not manage users', () => {
    const monitor = codesOf('monitor');
    for (const code of ['205', '20502', '20803', '20201', '20401', '4', '17030110', '5020310']) expect(monitor).toContain(code);
    expect([...monitor].filter((code) => /^(6|7|13)/.test(code))).toEqual([]);
    expect(monitor).not.toContain('5020204');
  });

  it('a safety officer also manages rules and education', () => {
    for (const code of ['13010102', '7050110', '1504', '20502']) expect(codesOf('safetyOfficer')).toContain(code);
    expect([...codesOf('safetyOfficer')].filter((code) => code.startsWith('6'))).toEqual([]);
  });

  it('a supervisor can only read, and has no permission for network certificates', () => {
    const names = new Set(
      [...codesOf('supervisor')].map((code) => button.get(code)).filter((name) => name?.startsWith('action.')),
    );
    const changing =
      /add|edit|remove|import|enable|assign|send|handle|reset|unlock|force|sign|cert|upload|lock|delete|merge|answer|quota|test|copy/i;
    expect([...names].filter((name) => changing.test(name!))).toEqual([]);
    for (const code of ['20101', '20105', '302', '40404', '60101', '62401', '13010101'])
      expect(codesOf('supervisor')).toContain(code);
    for (const code of [permission.certificate, '20401', '20502', '603', '7', '62510'])
      expect(codesOf('supervisor')).not.toContain(code);
  });
});

describe('codes with their ancestors', () => {
  it('contain the parent groups, without unknown codes', () => {
    expect([...withAncestors(['17030110', '999', 'x'])].sort()).toEqual(['17', '1703', '170301', '17030110']);
  });
});
