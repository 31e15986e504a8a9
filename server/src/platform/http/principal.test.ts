import type { Permission } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { describe, expect, it } from 'vitest';
import { type Caller, requirePermission, userMay } from './principal.ts';

const user: Caller = {
  kind: 'user',
  prefix: '0',
  accountId: 1,
  account: 'a',
  departmentId: 1,
  rights: new Set(['201']),
  mustChangePassword: false,
};
const beginner: Caller = { ...user, mustChangePassword: true };
const inspection: Caller = { kind: 'inspection', prefix: '1', vehicleId: 7, departmentId: 1 };

const refusal = (permission: Permission, caller: Caller) => {
  try {
    requirePermission(permission, caller);
    return 'admitted';
  } catch (error) {
    return error instanceof CallError ? error.kind : error;
  }
};

describe('a permission', () => {
  it.each<[Permission, string, string, string]>([
    ['public', 'admitted', 'admitted', 'admitted'],
    ['anySession', 'admitted', 'admitted', 'admitted'],
    ['signedIn', 'admitted', 'passwordChangeRequired', 'forbidden'],
    ['anyRight', 'admitted', 'passwordChangeRequired', 'forbidden'],
    ['201', 'admitted', 'passwordChangeRequired', 'forbidden'],
    ['202', 'forbidden', 'passwordChangeRequired', 'forbidden'],
    [['202', '201'], 'admitted', 'passwordChangeRequired', 'forbidden'],
    [['202', '203'], 'forbidden', 'passwordChangeRequired', 'forbidden'],
    [[], 'forbidden', 'passwordChangeRequired', 'forbidden'],
    ['inspection', 'forbidden', 'passwordChangeRequired', 'admitted'],
  ])(
    '%s: a user is %s, a user who must change the password %s, an inspection session %s',
    (permission, ofUser, ofBeginner, ofInspection) => {
      expect(refusal(permission, user)).toBe(ofUser);
      expect(refusal(permission, beginner)).toBe(ofBeginner);
      expect(refusal(permission, inspection)).toBe(ofInspection);
    },
  );

  it('of type anyRight is refused to a user without permissions', () => {
    expect(refusal('anyRight', { ...user, rights: new Set<string>() })).toBe('forbidden');
  });

  it('outside calls is granted only to users, not to inspections or before a password change', () => {
    expect([user, beginner, inspection].map((caller) => userMay(caller, 'signedIn'))).toEqual([true, false, false]);
    expect([user, beginner, inspection].map((caller) => userMay(caller, '201'))).toEqual([true, false, false]);
    expect(userMay(user, '202')).toBe(false);
  });
});
