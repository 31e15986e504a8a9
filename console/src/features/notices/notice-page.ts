import { noticeboardCalls } from '@fleetwarden/contract/notices/board/routes';
import { appliesToNotice, notice } from '@fleetwarden/contract/notices/notice-resource';
import { permission } from '@fleetwarden/contract/permissions';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { askReadState, ReadState } from './ReadState.tsx';

/** NOTICE_STATE */
const PUBLISHED = 2;

const publish = (record: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'publish',
  label: i18next.t('notice.publish'),
  confirm: {
    title: i18next.t('notice.publishAsk', { name: record['noticeTitle'] }),
    content: i18next.t('notice.publishHint'),
  },
  run: async () => {
    await call(noticeboardCalls.publishNotice, { ids: [record.id] });
    notify('success', i18next.t('notice.published'));
    refresh();
  },
});

const revoke = (record: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'revoke',
  label: i18next.t('notice.revoke'),
  danger: true,
  confirm: { title: i18next.t('notice.revokeAsk', { name: record['noticeTitle'] }), content: i18next.t('notice.revokeHint') },
  run: async () => {
    await call(noticeboardCalls.revokeNotice, { ids: [record.id] });
    notify('success', i18next.t('notice.revoked'));
    refresh();
  },
});

/** /platform/publicnoticeManagement: writes, publishes and revokes notices, and shows who has read them. */
export const noticePage: ResourcePageRow = {
  resource: notice,
  hooks: {
    Toolbar: ReadState,
    applies: appliesToNotice,
    rowActions: (record, tools) => [
      ...(record['state'] !== PUBLISHED && may(permission.publishNotices) ? [publish(record, tools)] : []),
      ...(record['state'] === PUBLISHED && may(permission.revokeNotices) ? [revoke(record, tools)] : []),
      ...(record['state'] === PUBLISHED && may(permission.noticeReaders)
        ? [{ key: 'readState', label: i18next.t('notice.readState'), run: () => askReadState(record, tools) }]
        : []),
    ],
  },
};
