import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useSession } from '../../../api/session.ts';
import { TemplateDrawer } from '../fleet/TemplateDrawer.tsx';
import { TEMPLATES_QUERY, useParamTemplates } from '../fleet/templates.ts';
import type { Values } from './parameter-rows.ts';

/** Codes that list templates. */
const LISTS: readonly string[] = ['7040101', '7040110'];
const SAVE = 'save';

/** Fills a form with the values of a template, or makes a template of the values that are ticked. */
export function TemplateMenu(props: {
  onChoose: (values: Values) => void;
  /** The ticked values; null if one of them is wrong. */
  values: () => Values | null;
  savable: boolean;
}) {
  const { onChoose, values, savable } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const may = useSession(({ rights }) => LISTS.some((code) => rights?.includes(code)));
  const maySave = useMay('7040110');
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState<Values | null>(null);
  const { templates, isFetching } = useParamTemplates(may && open);
  if (!may) return null;
  const listed =
    templates.length === 0
      ? [{ key: 'none', disabled: true, label: t(isFetching ? 'table.loading' : 'terminalSetup.noTemplates') }]
      : templates.map(({ id, name }) => ({ key: id, label: name }));
  return (
    <>
      <Dropdown
        open={open}
        onOpenChange={setOpen}
        trigger={['click']}
        menu={{
          items: [
            { key: 'load', type: 'group', label: t('terminalSetup.loadTemplate'), children: listed },
            ...(maySave ? [{ key: SAVE, disabled: !savable, label: t('terminalSetup.saveAsTemplate') }] : []),
          ],
          onClick: ({ key }) => {
            setOpen(false);
            if (key === SAVE) return setSaved(values());
            const template = templates.find(({ id }) => id === key);
            if (template) onChoose(template.values);
          },
        }}
      >
        <Button>{t('terminalSetup.template')}</Button>
      </Dropdown>
      {saved !== null && (
        <TemplateDrawer
          template={null}
          values={saved}
          onClose={() => setSaved(null)}
          onSaved={() => void queries.invalidateQueries({ queryKey: TEMPLATES_QUERY })}
        />
      )}
    </>
  );
}
