import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { audit } from './audit.ts';
import { common } from './common.ts';
import { error } from './error.ts';
import { identity } from './identity.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { notices } from './notices.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { role } from './role.ts';
import { shell } from './shell.ts';

/** Chinese, the first language: its shape is the shape of all. One file an area. */
export const zh = { action, alarm, audit, common, error, identity, map, monitor, notices, page, report, role, shell } as const;
