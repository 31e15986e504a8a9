import { alarm } from './alarm.ts';
import { common } from './common.ts';
import { error } from './error.ts';
import { identity } from './identity.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { shell } from './shell.ts';

export const en = { alarm, common, error, identity, map, monitor, shell };
