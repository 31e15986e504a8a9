import { describe, expect, it } from 'vitest';
import { auditCalls } from './audit/schemas.ts';
import type { Call } from './call.ts';
import { identityCalls } from './identity/schemas.ts';
import { lookupsCalls } from './lookups/schemas.ts';
import { monitorCalls } from './monitor/schemas.ts';
import { noticesCalls } from './notices/schemas.ts';
import { screensCalls } from './screens/schemas.ts';
import { settingsCalls } from './settings/schemas.ts';
import { tasksCalls } from './tasks/schemas.ts';

/** Names that say that a call only looks. */
const LOOKS = /^(get|list|qry|count)[A-Z]/;
/** Calls that look under another name. */
const OTHERS = [
  'captchaImage',
  'dataBoard',
  'inspectList',
  'locate',
  'loginPage',
  'mileageRank',
  'publicKey',
  'vehicleOnlineInformation',
];

const tables = { auditCalls, lookupsCalls, identityCalls, monitorCalls, noticesCalls, screensCalls, settingsCalls, tasksCalls };
const calls = Object.values(tables).flatMap((table) => Object.entries<Call>(table));

describe('a call is marked as a read', () => {
  it.each(calls)('%s: exactly if its name says that it looks', (name, { read }) => {
    expect(read === true).toBe(LOOKS.test(name) || OTHERS.includes(name));
  });
  it('never where it is followed, signed in, exported or marked as read', () => {
    const changing = calls.filter(([name]) => /^(un)?checked|log(in|Out)$|^save|^export|^end|^read$/i.test(name));
    expect(changing.length).toBeGreaterThan(8);
    expect(changing.filter(([, { read }]) => read)).toEqual([]);
  });
});
