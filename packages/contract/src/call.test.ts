import { describe, expect, it } from 'vitest';
import { auditCalls } from './audit/routes.ts';
import type { Call } from './call.ts';
import { identityCalls } from './identity/routes.ts';
import { lookupsCalls } from './lookups/routes.ts';
import { monitorCalls } from './monitor/routes.ts';
import { noticesCalls } from './notices/routes.ts';
import { screensCalls } from './screens/routes.ts';
import { settingsCalls } from './settings/routes.ts';
import { tasksCalls } from './tasks/routes.ts';

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
