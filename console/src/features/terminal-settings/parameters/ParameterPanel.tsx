import {
  mayReadGroup,
  maySetGroup,
  mayViewGroup,
  type ParameterGroup,
} from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import styles from '../Setup.module.css';
import type { Setup } from '../use-setup.ts';
import { ParameterBlock } from './ParameterBlock.tsx';
import { isLine, ParameterTitles } from './ParameterRows.tsx';
import { rowBlocks, type Values } from './parameter-rows.ts';
import { ReadState } from './ReadState.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import { useParameterForm } from './use-parameter-form.ts';
import { useStoredValues } from './use-stored-values.ts';

const NONE: Values = {};

/**
 * The parameters of groups: what is set beside what the terminal has. Only ticked values are sent. For several vehicles there are no
 * values to compare.
 */
export function ParameterPanel({ groups, setup }: { groups: readonly ParameterGroup[]; setup: Setup }) {
  const { t } = useTranslation();
  const list = useSession((session) => session.rights);
  const rights = useMemo(() => new Set<string>(list), [list]);
  const seen = useMemo(() => groups.filter((group) => mayViewGroup(rights, group)), [groups, rights]);
  const blocks = useMemo(() => seen.flatMap(rowBlocks), [seen]);
  const rows = useMemo(() => blocks.flatMap((block) => block.rows), [blocks]);
  const [only] = setup.chosen.length === 1 ? setup.chosen : [];
  const stored = useStoredValues(only?.carId, seen);
  const form = useParameterForm(rows, stored?.values ?? NONE);
  const [busy, setBusy] = useState(false);
  const [queueOffline, setQueueOffline] = useState(true);
  const maySet = seen.some((group) => maySetGroup(rights, group));
  const mayRead = seen.some((group) => mayReadGroup(rights, group));

  async function submit() {
    const values = form.check();
    if (!values) return;
    setBusy(true);
    if (await setup.set(values, queueOffline)) form.clear();
    setBusy(false);
  }

  const common = { form, version: stored?.version ?? null, compares: only !== undefined, disabled: !maySet };
  return (
    <section className={styles['form']} aria-label={t('terminalSetup.parameters')}>
      <div className={styles['formBody']}>
        <p className={styles['about']} role="status">
          <ReadState chosen={setup.chosen.length} readAt={stored?.readAt ?? null} />
        </p>
        {rows.some(isLine) && <ParameterTitles compares={only !== undefined} />}
        {blocks.map((block) => (
          <ParameterBlock key={block.rows[0]?.path} block={block} {...common} />
        ))}
      </div>
      {(maySet || mayRead) && (
        <footer className={styles['formFoot']}>
          {maySet && (
            <Checkbox
              className={styles['about']!}
              checked={queueOffline}
              onChange={({ target }) => setQueueOffline(target.checked)}
            >
              {t('terminalSetup.queueOffline')}
            </Checkbox>
          )}
          {maySet && <TemplateMenu onChoose={form.fill} values={form.check} savable={form.count > 0} />}
          {form.count > 0 && <Button onClick={form.clear}>{t('terminalSetup.discard')}</Button>}
          {mayRead && <Button onClick={() => void setup.read({ groups: seen })}>{t('terminalSetup.readNow')}</Button>}
          {maySet && (
            <Button type="primary" disabled={form.count === 0} loading={busy} onClick={() => void submit()}>
              {form.count === 0 ? t('terminalSetup.send') : t('terminalSetup.sendCount', { count: form.count })}
            </Button>
          )}
        </footer>
      )}
      {form.count > 0 && (
        <LeaveGuard sameForm={(from, to) => from.pathname === to.pathname && from.search === to.search} onDiscard={form.clear} />
      )}
    </section>
  );
}
