import { PACKS_FILES } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useMay, useMayAny } from '../../../api/session.ts';
import { taskStarted } from '../../../api/tasks.ts';
import { refetchAttachments } from '../../../shared/evidence/FileState.tsx';
import type { RowAction } from '../../../ui/table/table-actions.ts';

/** Actions on the files of a safety alarm (screen catalogue 4.1): fetch them again, download them, add the alarm to the evidence. */
export function useFileActions(): (row: AlarmRow) => RowAction[] {
  const { t } = useTranslation();
  const mayFetch = useMay(permission.fetchFilesAgain);
  const mayPack = useMayAny(PACKS_FILES);
  const mayAdd = useMayAny(evidenceCalls.addEvidence.permission);

  async function download({ alarmGid, targId, carNo, subTypeName }: AlarmRow) {
    const { taskId } = await call(alarmsCalls.safetyDown, { alarmGid, targId, targName: carNo, subTypeName });
    taskStarted(t('table.exportStarted'), taskId);
  }
  async function add({ alarmGid }: AlarmRow) {
    const { list } = await call(evidenceCalls.addEvidence, { alarmGids: [alarmGid] });
    notify('success', t(list.length > 0 ? 'evidence.added' : 'evidence.addedBefore'));
  }
  return (row) => {
    const isIncomplete = row.files > 0 && row.fileState !== EVIDENCE_STATE.complete;
    const actions: (RowAction | false)[] = [
      mayFetch &&
        isIncomplete && {
          key: 'fetch',
          label: t('action.fetchFilesAgain'),
          run: () => refetchAttachments(t, [row.alarmGid]),
        },
      mayPack && row.fileDone > 0 && { key: 'download', label: t('action.downloadFiles'), run: () => download(row) },
      mayAdd && row.fileDone > 0 && { key: 'evidence', label: t('evidence.add'), run: () => add(row) },
    ];
    return actions.filter((action) => action !== false);
  };
}
