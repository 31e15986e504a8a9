import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditCalls } from './audit/routes.ts';
import { defineCalls, defineRoutes, type Route } from './call.ts';
import { identityCalls } from './identity/routes.ts';
import { lookupsCalls } from './lookups/routes.ts';
import { monitorCalls } from './monitor/routes.ts';
import { noticesCalls } from './notices/routes.ts';
import { screensCalls } from './screens/routes.ts';
import { settingsCalls } from './settings/routes.ts';
import { tasksCalls } from './tasks/routes.ts';

/** Names of calls that only read. */
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
const calls = Object.values(tables).flatMap((table) => Object.entries<Route>(table));

describe('a call is marked as read-only', () => {
  it.each(calls)('%s: if and only if its name is that of a read call', (name, { read }) => {
    expect(read === true).toBe(LOOKS.test(name) || OTHERS.includes(name));
  });
  it('never if it follows a vehicle, logs in or out, saves, exports, ends, or marks as read', () => {
    const changing = calls.filter(([name]) => /^(un)?checked|log(in|Out)$|^save|^export|^end|^read$/i.test(name));
    expect(changing.length).toBeGreaterThan(8);
    expect(changing.filter(([, { read }]) => read)).toEqual([]);
  });
});

describe('the routes of a module', () => {
  const schemas = { find: { summary: 'Finds.', data: z.object({ text: z.string() }), reply: z.object({ id: z.string() }) } };
  const find = { method: 'GET', path: 'test/find', permission: 'signedIn' } as const;

  it('become calls with their schemas', () => {
    const calls = defineCalls(defineRoutes<typeof schemas>()({ find }), schemas);
    expect(calls).toEqual({ find: { ...find, ...schemas.find } });
  });

  it('do not compile without a permission, a schema or a route', () => {
    const define = defineRoutes<typeof schemas>();
    // @ts-expect-error: a call without a permission
    expect(define({ find: { method: 'GET', path: 'test/find' } })).toBeDefined();
    // @ts-expect-error: a route without a schema
    expect(define({ find, look: find })).toBeDefined();
    // @ts-expect-error: a schema without a route
    expect(define({})).toEqual({});
  });
});
