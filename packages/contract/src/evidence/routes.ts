import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import { EVIDENCE_LIST_LIMIT, MAX_PACK_FILE_BYTES } from './evidence-limits.ts';
import type { evidenceSchemas } from './schemas.ts';

const view = [permission.viewEvidence, permission.viewAssistanceEvidence, permission.viewDriverEvidence] as const;
const lock = [permission.lockEvidence, permission.lockAssistanceEvidence, permission.lockDriverEvidence] as const;
const handling = [permission.lockEvidence, permission.handleSafetyAlarms, permission.handleAlarmsOfPage] as const;

/** The evidence centre (screen catalogue 4.4). Its codes are enough to read alarms that are evidence. */
export const evidenceCalls = defineRoutes<typeof evidenceSchemas>()({
  listEvidence: {
    method: 'POST',
    path: 'activeSafety/evidence/list',
    permission: view,
    signed: true,
    paged: true,
    read: true,
    defaultLimit: EVIDENCE_LIST_LIMIT,
  },
  addEvidence: { method: 'POST', path: 'activeSafety/addEvidence', permission: handling, audited: true },
  lockEvidence: { method: 'POST', path: 'activeSafety/lockEvidence', permission: lock, audited: true },
  noteEvidence: { method: 'POST', path: 'activeSafety/noteEvidence', permission: lock, audited: true },
  delEvidence: { method: 'POST', path: 'activeSafety/delEvidence', permission: permission.deleteEvidence, audited: true },
  listEvidenceView: { method: 'POST', path: 'activeSafety/listEvidenceView', permission: view, read: true, paged: true },
  holdEvidence: { method: 'POST', path: 'activeSafety/holdEvidence', permission: lock, audited: true },
  releaseEvidence: { method: 'POST', path: 'activeSafety/releaseEvidence', permission: lock, audited: true },
  listEvidenceHold: { method: 'POST', path: 'activeSafety/listEvidenceHold', permission: view, read: true, paged: true },
  packEvidence: { method: 'POST', path: 'activeSafety/packEvidence', permission: permission.packEvidence, audited: true },
  checkEvidencePack: {
    method: 'POST',
    path: 'activeSafety/checkEvidencePack',
    permission: view,
    upload: { maxBytes: MAX_PACK_FILE_BYTES },
  },
});
