import { install } from '@fleetwarden/contract/installations/install-resource';
import { installationsCalls } from '@fleetwarden/contract/installations/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { askReject, RejectInstall } from './RejectInstall.tsx';

/** INSTALL_STATE */
const [CHECKING, ACCEPTED] = [3, 4];

const check = ({ id }: ResourceRecord, { refresh, open }: PageTools): RowAction => ({
  key: 'runCheck',
  label: i18next.t('install.runCheck'),
  run: async () => {
    await call(installationsCalls.runCheck, { id });
    notify('success', i18next.t('install.checked'));
    refresh();
    open(id);
  },
});

const accept = ({ id, version, installNo }: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'accept',
  label: i18next.t('install.accept'),
  confirm: { title: i18next.t('install.acceptAsk', { name: installNo }), content: i18next.t('install.acceptHint') },
  run: async () => {
    await call(installationsCalls.acceptInstall, { id, version });
    notify('success', i18next.t('install.accepted'));
    refresh();
  },
});

/** /platform/terminalinstallationManagement: terminal installations, their check and acceptance. */
export const installPage: ResourcePageRow = {
  resource: install,
  hooks: {
    Toolbar: RejectInstall,
    rowActions: (record, tools) => [
      ...(record['state'] !== ACCEPTED && may('62310') ? [check(record, tools)] : []),
      ...(record['state'] === CHECKING && may('62311') ? [accept(record, tools)] : []),
      ...(record['state'] === CHECKING && may('62312')
        ? [{ key: 'reject', label: i18next.t('install.reject'), danger: true, run: () => askReject(record, tools) }]
        : []),
    ],
  },
};
