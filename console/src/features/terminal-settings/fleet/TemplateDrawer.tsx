import { maySetGroup, PARAMETER_GROUPS, type ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ParamTemplate } from '@fleetwarden/contract/terminal-settings/schemas';
import { Checkbox, Form, Input, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import layout from '../../../ui/theme/layout.module.css';
import { ParameterBlock } from '../parameters/ParameterBlock.tsx';
import { rowBlocks, type Values } from '../parameters/parameter-rows.ts';
import { useParameterForm } from '../parameters/use-parameter-form.ts';

type Filled = {
  readonly name: string;
  readonly deptId: string;
  readonly maker?: string;
  readonly model?: string;
  readonly forNew?: boolean;
};

const NONE: Values = {};
const MAX_NAME = 50;
const MAX_MODEL = 64;
/** Groups whose values belong to one vehicle. */
const OF_VEHICLE: ReadonlySet<ParameterGroup> = new Set(['vehicle']);

/** The group of the first value. */
function firstGroup(values: Values): ParameterGroup | undefined {
  const [id] = Object.keys(values);
  return id === undefined ? undefined : findParameter(id)?.group;
}

/** A template: its name, whose terminals it is for, and the values to send, group by group. */
export function TemplateDrawer(props: {
  template: ParamTemplate | null;
  /** Values that a new template starts with. */
  values?: Values;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { template, values: begun = NONE, onClose, onSaved } = props;
  const { t } = useTranslation();
  const list = useSession((session) => session.rights);
  const groups = useMemo(() => {
    const rights = new Set<string>(list);
    return (Object.keys(PARAMETER_GROUPS) as ParameterGroup[]).filter(
      (group) => !OF_VEHICLE.has(group) && maySetGroup(rights, group),
    );
  }, [list]);
  const [group, setGroup] = useState<ParameterGroup>(() => firstGroup(template?.values ?? begun) ?? groups[0] ?? 'overspeed');
  const rows = useMemo(() => groups.flatMap(rowBlocks).flatMap((block) => block.rows), [groups]);
  const form = useParameterForm(rows, NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled once
  useEffect(() => form.fill(template?.values ?? begun), []);

  async function save({ name, deptId, maker = '', model = '', forNew = false }: Filled) {
    const values = form.check();
    if (!values || Object.keys(values).length === 0) throw new Error('the values are not complete');
    // values of groups that the user may not set stay
    const shown = new Set(rows.map(({ id }) => id));
    const kept = Object.fromEntries(Object.entries(template?.values ?? {}).filter(([id]) => !shown.has(id)));
    await call(terminalSettingsCalls.saveParamTemplate, {
      name,
      deptId,
      maker,
      model,
      forNew,
      values: { ...kept, ...values },
      ...(template ? { id: template.id, version: template.version } : {}),
    });
    onSaved();
  }

  return (
    <FormDrawer<Filled>
      open
      size={960}
      title={t(template ? 'terminalSetup.editTemplate' : 'terminalSetup.addTemplate')}
      {...(template ? { initialValues: template } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={layout['fieldGrid']}>
        <Form.Item<Filled>
          name="name"
          label={t('terminalSetup.templateName')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={MAX_NAME} autoComplete="off" />
        </Form.Item>
        <Form.Item<Filled>
          name="deptId"
          label={t('terminalSetup.department')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <DepartmentSelect />
        </Form.Item>
        <Form.Item<Filled> name="maker" label={t('terminalSetup.maker')}>
          <Input maxLength={MAX_MODEL} autoComplete="off" placeholder={t('terminalSetup.anyModel')} />
        </Form.Item>
        <Form.Item<Filled> name="model" label={t('terminalSetup.model')}>
          <Input maxLength={MAX_MODEL} autoComplete="off" placeholder={t('terminalSetup.anyModel')} />
        </Form.Item>
      </div>
      <Form.Item<Filled> name="forNew" valuePropName="checked">
        <Checkbox>{t('terminalSetup.forNewHint')}</Checkbox>
      </Form.Item>
      <Form.Item label={t('terminalSetup.parametersChosen', { count: form.count })}>
        <Select<ParameterGroup>
          aria-label={t('terminalSetup.group')}
          value={group}
          options={groups.map((value) => ({ value, label: t(`terminalSetup.group_${value}`) }))}
          onChange={setGroup}
        />
      </Form.Item>
      {groups.includes(group) &&
        rowBlocks(group).map((block) => (
          <ParameterBlock key={block.rows[0]?.path} block={block} form={form} version={null} compares={false} disabled={false} />
        ))}
    </FormDrawer>
  );
}
