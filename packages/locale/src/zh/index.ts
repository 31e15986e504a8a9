import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { bar } from './bar.ts';
import { common } from './common.ts';
import { error } from './error.ts';
import { identity } from './identity.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { shell } from './shell.ts';

/** Chinese, the first language: its shape is the shape of all. One file an area. */
export const zh = { action, alarm, bar, common, error, identity, map, monitor, page, report, shell } as const;
