import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { companyDocumentsCalls } from '@fleetwarden/contract/reports/documents/routes';
import type { ReportAction, ReportRow } from '@fleetwarden/contract/reports/schemas';
import i18next, { type ParseKeys } from 'i18next';
import { createElement, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { openExport } from '../../shared/open-export.ts';
import type { RowAction as TableAction } from '../../ui/table/table-actions.ts';
import { SendDocument } from './DocumentDialogs.tsx';
import { OfflineRemark, OfflineStop, OfflineVisit } from './OfflineDialogs.tsx';
import { LinkOutage } from './OutageDialog.tsx';
import type { RowDialog, RowDialogProps, RowDocument, RowPlatform, RowVehicle } from './row-dialog.ts';

/** `code`: the required permission; null: none. `fits`: whether the action applies to a row. */
type RowAction = {
  readonly text: ParseKeys;
  readonly code: PermissionCode | null;
  readonly fits: (row: ReportRow) => boolean;
  readonly danger?: boolean;
  /** Confirmation before an action that cannot be undone. */
  readonly confirm?: (row: ReportRow) => NonNullable<TableAction['confirm']>;
} & (
  | { readonly dialog: RowDialog }
  /** Rejects if the server refuses; the client shows the failure. */
  | { readonly act: (row: ReportRow) => Promise<unknown> }
);

/** null: the row has no vehicle. */
function vehicleOf({ ids, cells }: ReportRow): RowVehicle | null {
  const carId = ids['carId'];
  return carId === undefined ? null : { carId, plate: String(cells['carNo'] ?? '') };
}

/** null: the row has no superior platform. */
function platformOf({ ids, cells }: ReportRow): RowPlatform | null {
  const { platformId: id, day } = ids;
  return id === undefined || day === undefined ? null : { id, name: String(cells['platformName'] ?? ''), day };
}

/** null: the row has no file. */
function documentOf({ ids, cells }: ReportRow): RowDocument | null {
  const id = ids['documentId'];
  return id === undefined ? null : { id, name: String(cells['docName'] ?? '') };
}

function ofVehicle(text: ParseKeys, code: PermissionCode, Dialog: (props: RowDialogProps) => ReactNode): RowAction {
  return {
    text,
    code,
    fits: (row) => vehicleOf(row) !== null,
    dialog: ({ row, onDone, onClose }) => createElement(Dialog, { vehicle: vehicleOf(row)!, onDone, onClose }),
  };
}

const ofDocument = { code: null, fits: (row: ReportRow) => documentOf(row) !== null } as const;
/** DOC_STATE */
const MADE = 2;
const ofFile = { code: null, fits: (row: ReportRow) => documentOf(row) !== null && row.cells['docState'] === MADE } as const;

/** Confirmation with the action, the document's name and the consequence. */
const confirmation = (text: ParseKeys, becomes: ParseKeys) => (row: ReportRow) => ({
  title: i18next.t('documents.ofDocument', { action: i18next.t(text) as string, name: documentOf(row)!.name }),
  content: i18next.t(becomes) as string,
});

async function download(row: ReportRow): Promise<void> {
  openExport(await call(companyDocumentsCalls.downloadDocument, { id: documentOf(row)!.id }));
}
async function regenerate(row: ReportRow): Promise<void> {
  await call(companyDocumentsCalls.regenerateDocument, { id: documentOf(row)!.id });
  notify('success', i18next.t('documents.regenerating'));
}
async function remove(row: ReportRow): Promise<void> {
  await call(companyDocumentsCalls.removeDocument, { id: documentOf(row)!.id });
  notify('success', i18next.t('documents.removed'));
}

/** null: the row has no alarm. */
const alarmOf = ({ ids }: ReportRow): string | null => ids['alarmId'] ?? null;
async function fetchFilesAgain(row: ReportRow): Promise<void> {
  const { requested } = await call(alarmsCalls.refetchAttachment, { alarmGids: [alarmOf(row)!] });
  notify('success', i18next.t(requested > 0 ? 'reports.filesRequested' : 'reports.filesComplete'));
}

/** Row actions by their name in the template. */
export const ROW_ACTIONS: Readonly<Record<ReportAction, RowAction>> = {
  offlineRemark: ofVehicle('followUps.remark', permission.noteOffline, OfflineRemark),
  offlineVisit: ofVehicle('followUps.visit', permission.noteOffline, OfflineVisit),
  offlineStop: ofVehicle('followUps.fileStop', permission.fileStop, OfflineStop),
  linkOutage: {
    text: 'regulators.fileOutage',
    code: permission.fileStop,
    fits: (row) => platformOf(row) !== null,
    dialog: ({ row, onDone, onClose }) => createElement(LinkOutage, { platform: platformOf(row)!, onDone, onClose }),
  },
  documentDownload: { ...ofFile, text: 'documents.download', act: download },
  documentSend: {
    ...ofFile,
    text: 'documents.send',
    dialog: ({ row, onDone, onClose }) => createElement(SendDocument, { document: documentOf(row)!, onDone, onClose }),
  },
  documentRegenerate: {
    ...ofDocument,
    text: 'documents.regenerate',
    act: regenerate,
    confirm: confirmation('documents.regenerate', 'documents.regenerateAsk'),
  },
  documentRemove: {
    ...ofDocument,
    text: 'documents.remove',
    act: remove,
    danger: true,
    confirm: confirmation('documents.remove', 'documents.removeAsk'),
  },
  fetchFilesAgain: {
    text: 'action.fetchFilesAgain',
    code: permission.fetchFailedFiles,
    fits: (row) => alarmOf(row) !== null,
    act: fetchFilesAgain,
  },
};

/** The template's actions that the user may take, in order. */
export const allowedActions = (actions: readonly ReportAction[], rights: readonly string[] | null): readonly ReportAction[] =>
  actions.filter((action) => {
    const { code } = ROW_ACTIONS[action];
    return code === null || (rights?.includes(code) ?? false);
  });
