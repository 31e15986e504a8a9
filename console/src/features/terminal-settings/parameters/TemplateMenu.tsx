import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { useParamTemplates } from '../fleet/templates.ts';
import type { Values } from './parameter-rows.ts';

/** Codes that list templates. */
const LISTS: readonly string[] = ['7040101', '7040110'];

/** Fills a form with the values of a template. */
export function TemplateMenu({ onChoose }: { onChoose: (values: Values) => void }) {
  const { t } = useTranslation();
  const may = useSession(({ rights }) => LISTS.some((code) => rights?.includes(code)));
  const [open, setOpen] = useState(false);
  const { templates, isFetching } = useParamTemplates(may && open);
  if (!may) return null;
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      menu={{
        items:
          templates.length === 0
            ? [{ key: 'none', disabled: true, label: t(isFetching ? 'table.loading' : 'terminalSetup.noTemplates') }]
            : templates.map(({ id, name }) => ({ key: id, label: name })),
        onClick: ({ key }) => {
          const template = templates.find(({ id }) => id === key);
          if (template) onChoose(template.values);
        },
      }}
    >
      <Button>{t('terminalSetup.loadTemplate')}</Button>
    </Dropdown>
  );
}
