import { defineRoutes } from '../call.ts';
import { MAX_ROADS_BYTES } from './limits.ts';
import type { alarmRulesSchemas } from './schemas.ts';

/** The permission of the group admits the call; the handler then checks the code of the scheme's page. */
const permission = '1301';

export const alarmRulesCalls = defineRoutes<typeof alarmRulesSchemas>()({
  warnSchemeListYL: { method: 'POST', path: 'warnScheme/warnSchemeListYL', permission, read: true, paged: true },
  warnSchemeDetailsListYL: { method: 'POST', path: 'warnScheme/warnSchemeDetailsListYL', permission, read: true, paged: true },
  countWarnSchemeByName: { method: 'POST', path: 'warnScheme/countWarnSchemeByName', permission, read: true },
  saveScheme: { method: 'POST', path: 'warnScheme/save', permission, audited: true },
  delScheme: { method: 'POST', path: 'warnScheme/del', permission, audited: true },
  enableScheme: { method: 'POST', path: 'warnScheme/enableScheme', permission, audited: true },
  bindTarget: { method: 'POST', path: 'warnScheme/bindTarget', permission, audited: true },
  exportScheme: { method: 'POST', path: 'warnScheme/exportScheme', permission, audited: true },
  tryScheme: { method: 'POST', path: 'warnScheme/tryScheme', permission, audited: true },
  importRoads: {
    method: 'POST',
    path: 'warnScheme/importRoads',
    permission,
    audited: true,
    upload: { maxBytes: MAX_ROADS_BYTES },
  },
  listRoad: { method: 'POST', path: 'warnScheme/listRoad', permission, read: true, paged: true },
  delRoad: { method: 'POST', path: 'warnScheme/delRoad', permission, audited: true },
});
