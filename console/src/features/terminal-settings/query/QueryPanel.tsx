import { PARAMETER_GROUPS, type ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { findParameter, hasParameter, terminalParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { Button, Checkbox, Input, Select, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { openFile } from '../../../ui/open-file.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { TemplateSelect } from '../fleet/TemplateSelect.tsx';
import { parameterText, parameterTitle, useParamTemplates, wireId } from '../fleet/templates.ts';
import { Difference } from '../parameters/ParameterRows.tsx';
import { isSame, type Values } from '../parameters/parameter-rows.ts';
import { ReadState } from '../parameters/ReadState.tsx';
import { useStoredValues } from '../parameters/use-stored-values.ts';
import frame from '../Setup.module.css';
import type { Setup } from '../use-setup.ts';
import styles from './Query.module.css';

type Line = {
  readonly id: string;
  readonly group: ParameterGroup | null;
  readonly value: unknown;
  /** Hex of a value without a known meaning. */
  readonly raw: string | null;
  readonly previous: unknown;
  readonly readAt: number | null;
};

const NONE: Values = {};

/** Reads all or ticked parameters, and shows what the chosen terminal has beside the values of a template. */
export function QueryPanel({ setup }: { setup: Setup }) {
  const { t, i18n } = useTranslation();
  const [maySend, mayExport, listsTemplates] = [useMay('7011709'), useMay('7011706'), useMay('7040101')];
  const [only] = setup.chosen.length === 1 ? setup.chosen : [];
  const stored = useStoredValues(only?.carId);
  const [group, setGroup] = useState<ParameterGroup>();
  const [text, setText] = useState('');
  const [templateId, setTemplateId] = useState<string>();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { templates } = useParamTemplates(listsTemplates);
  const expected = templates.find(({ id }) => id === templateId)?.values ?? NONE;
  const differs = ({ id, value }: Line) => expected[id] !== undefined && !isSame(expected[id], value);

  const lines = useMemo((): readonly Line[] => {
    const read = new Map((stored?.list ?? []).map((row) => [row.id, row]));
    const known = terminalParameters
      .filter((row) => stored?.version == null || hasParameter(row, stored.version))
      .map(({ id }) => String(id));
    return [...new Set([...known, ...read.keys()])]
      .sort((a, b) => Number(a) - Number(b))
      .map((id) => {
        const { value = null, raw = null, previous = null, readAt = null } = read.get(id) ?? {};
        return { id, group: findParameter(id)?.group ?? null, value, raw, previous, readAt };
      });
  }, [stored]);
  const wanted = text.trim().toLowerCase();
  const shown = lines.filter(
    (line) =>
      (group === undefined || line.group === group) &&
      (wanted === '' || `${wireId(line.id)} ${parameterTitle(i18n, line.id)}`.toLowerCase().includes(wanted)) &&
      (!onlyDifferent || differs(line)),
  );

  async function exportFile() {
    const targIds = setup.chosen.map(({ carId }) => carId);
    if (targIds.length === 0) return setup.refuse(t('terminalSetup.chooseFirst'));
    const file = await call(terminalSettingsCalls.exportParams, { targIds }).catch(() => null);
    if (file) openFile(file.url);
  }

  return (
    <section className={frame['form']} aria-label={t('terminalSetup.parameters')}>
      <div className={styles['bar']}>
        <Input
          type="search"
          allowClear
          className={styles['text']!}
          aria-label={t('terminalSetup.findParameter')}
          placeholder={t('terminalSetup.findParameter')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select<ParameterGroup>
          allowClear
          className={styles['group']!}
          aria-label={t('terminalSetup.group')}
          placeholder={t('terminalSetup.allGroups')}
          value={group ?? null}
          options={(Object.keys(PARAMETER_GROUPS) as ParameterGroup[]).map((value) => ({
            value,
            label: t(`terminalSetup.group_${value}`),
          }))}
          onChange={(chosen) => setGroup(chosen ?? undefined)}
        />
        {listsTemplates && <TemplateSelect value={templateId} onChange={setTemplateId} />}
        {templateId !== undefined && (
          <Checkbox checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)}>
            {t('terminalSetup.onlyDifferent', { count: lines.filter(differs).length })}
          </Checkbox>
        )}
      </div>
      <div className={styles['rows']}>
        <Table<Line>
          size="small"
          dataSource={shown}
          rowKey="id"
          pagination={false}
          scroll={{ x: 920 }}
          locale={{ emptyText: t('terminalSetup.noneFound') }}
          {...(maySend
            ? { rowSelection: { columnWidth: 40, selectedRowKeys: [...ticked], onChange: (keys) => setTicked(keys as string[]) } }
            : {})}
          columns={[
            { key: 'id', title: t('terminalSetup.wireId'), width: 90, render: (_, { id }) => wireId(id) },
            {
              key: 'name',
              title: t('terminalSetup.parameter'),
              width: 220,
              render: (_, { id, group: of }) => (of === null ? t('terminalSetup.unknownParameter') : parameterTitle(i18n, id)),
            },
            {
              key: 'value',
              title: t('terminalSetup.terminalValue'),
              width: 240,
              render: (_, line) => (
                <span className={styles['value']}>
                  {line.readAt === null ? (
                    <span className={frame['about']}>{t('terminalSetup.notRead')}</span>
                  ) : line.raw === null ? (
                    parameterText(i18n, line.id, line.value)
                  ) : (
                    <code>{line.raw}</code>
                  )}
                  {differs(line) && <Difference same={false} template />}
                </span>
              ),
            },
            {
              key: 'previous',
              title: t('terminalSetup.previousValue'),
              width: 160,
              render: (_, { id, previous }) => parameterText(i18n, id, previous),
            },
            ...(templateId === undefined
              ? []
              : [
                  {
                    key: 'expected',
                    title: t('terminalSetup.templateValue'),
                    width: 180,
                    render: (_: unknown, { id }: Line) => parameterText(i18n, id, expected[id]),
                  },
                ]),
            {
              key: 'readAt',
              title: t('terminalSetup.lastRead'),
              width: 130,
              render: (_, { readAt }) => <TimeCell at={readAt} />,
            },
          ]}
        />
      </div>
      <footer className={frame['formFoot']}>
        <p className={frame['about']} role="status">
          <ReadState chosen={setup.chosen.length} readAt={stored?.readAt ?? null} />
        </p>
        {mayExport && <Button onClick={() => void exportFile()}>{t('terminalSetup.exportParams')}</Button>}
        {maySend && (
          <>
            <Button disabled={ticked.length === 0} onClick={() => void setup.read({ ids: ticked })}>
              {t('terminalSetup.readTicked', { count: ticked.length })}
            </Button>
            <Button type="primary" onClick={() => void setup.read({})}>
              {t('terminalSetup.readAll')}
            </Button>
          </>
        )}
      </footer>
    </section>
  );
}
