import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ParamTemplate } from '@fleetwarden/contract/terminal-settings/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { LoadFailed } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import layout from '../../../ui/theme/layout.module.css';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import styles from './Fleet.module.css';
import { TemplateDrawer } from './TemplateDrawer.tsx';
import { TEMPLATES_QUERY, useParamTemplates } from './templates.ts';

/** The templates of parameters. */
export function TemplateView() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayEdit = useMay('7040110');
  const { templates, isPending, isError, retry } = useParamTemplates();
  const [edited, setEdited] = useState<ParamTemplate | 'new' | null>(null);
  const [confirm, dialog] = useConfirm();
  const refresh = () => void queries.invalidateQueries({ queryKey: TEMPLATES_QUERY });

  async function remove({ id, name }: ParamTemplate) {
    const yes = await confirm({ title: t('terminalSetup.removeTemplate', { name }), okText: t('resource.remove'), danger: true });
    if (!yes) return;
    // shown by the client
    await call(terminalSettingsCalls.delParamTemplate, { ids: [id] }).catch(() => undefined);
    refresh();
  }

  if (isError) return <LoadFailed onRetry={retry} />;
  return (
    <section className={styles['view']} aria-label={t('terminalSetup.view_templates')}>
      {mayEdit && (
        <div className={layout['wrapRow']}>
          <span className={styles['tools']}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
              {t('terminalSetup.addTemplate')}
            </Button>
          </span>
        </div>
      )}
      <div className={styles['rows']}>
        <Table<ParamTemplate>
          size="small"
          loading={isPending}
          dataSource={templates}
          rowKey="id"
          pagination={false}
          scroll={{ x: 860 }}
          locale={{ emptyText: t('terminalSetup.noTemplates') }}
          columns={[
            { key: 'name', dataIndex: 'name', title: t('terminalSetup.templateName'), width: 180 },
            { key: 'dept', dataIndex: 'deptName', title: t('terminalSetup.department'), width: 160 },
            {
              key: 'model',
              title: t('terminalSetup.model'),
              width: 160,
              render: (_, { maker, model }) =>
                [maker, model].filter((part) => part !== '').join(' ') || t('terminalSetup.anyModel'),
            },
            {
              key: 'count',
              title: t('terminalSetup.parameters'),
              width: 80,
              align: 'right',
              render: (_, { values }) => Object.keys(values).length,
            },
            {
              key: 'forNew',
              title: t('terminalSetup.forNew'),
              width: 120,
              render: (_, { forNew }) => t(forNew ? 'terminalSetup.yes' : 'terminalSetup.no'),
            },
            { key: 'user', dataIndex: 'username', title: t('terminalSetup.changedBy'), width: 110 },
            {
              key: 'at',
              title: t('terminalSetup.changedAt'),
              width: 130,
              render: (_, { updatedAt }) => <TimeCell at={updatedAt} />,
            },
            ...(mayEdit
              ? [
                  {
                    key: 'actions',
                    title: t('table.actions'),
                    width: 130,
                    render: (_: unknown, row: ParamTemplate) => (
                      <>
                        <Button type="link" size="small" onClick={() => setEdited(row)}>
                          {t('terminalSetup.edit')}
                        </Button>
                        <Button type="link" size="small" danger onClick={() => void remove(row)}>
                          {t('resource.remove')}
                        </Button>
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {edited !== null && (
        <TemplateDrawer
          key={edited === 'new' ? 'new' : edited.id}
          template={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      )}
      {dialog}
    </section>
  );
}
