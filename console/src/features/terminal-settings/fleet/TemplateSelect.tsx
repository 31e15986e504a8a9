import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParamTemplates } from './templates.ts';

/** Chooses a template of parameters. */
export function TemplateSelect(props: { value?: string | undefined; onChange?: (id: string | undefined) => void; id?: string }) {
  const { value, onChange, id } = props;
  const { t } = useTranslation();
  const { templates, isPending } = useParamTemplates();
  return (
    <Select<string>
      {...(id ? { id } : {})}
      aria-label={t('terminalSetup.template')}
      placeholder={t('terminalSetup.template')}
      style={{ minWidth: 200 }}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={templates.map((template) => ({ value: template.id, label: template.name }))}
      onChange={(chosen) => onChange?.(chosen ?? undefined)}
      notFoundContent={t('terminalSetup.noTemplates')}
    />
  );
}
