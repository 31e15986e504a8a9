import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import layout from '../../ui/theme/layout.module.css';
import type { Conditions } from './conditions.ts';
import styles from './SavedConditions.module.css';

/** Most characters of a name. */
const MAX_NAME_LENGTH = 30;

type Props = {
  readonly reportId: number;
  /** Conditions as filled in now. */
  readonly draft: Conditions;
  readonly onApply: (conditions: Conditions) => void;
};

/** Named conditions: applies, saves and deletes them. */
export function SavedConditions(props: Props) {
  const { t } = useTranslation();
  return (
    <PopoverButton
      icon={<TagsOutlined />}
      label={t('reports.saved')}
      draw={(close) => (
        <Saved
          {...props}
          onApply={(conditions) => {
            close();
            props.onApply(conditions);
          }}
        />
      )}
    >
      {t('reports.saved')}
    </PopoverButton>
  );
}

function Saved({ reportId, draft, onApply }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const queryKey = ['report', 'saved', reportId];
  const { data, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(reportsCalls.getSavedConditions, { reportId }, { signal, quiet: true }),
    networkMode: 'always',
  });
  const list = data?.list ?? [];

  async function keep(under: string, conditions: Conditions | null) {
    setBusy(true);
    const input = { reportId, name: under, ...(conditions ? { conditions: { ...conditions } } : {}) };
    const saved = await call(reportsCalls.updateSavedConditions, input).then(
      () => true,
      () => false,
    );
    await queries.invalidateQueries({ queryKey });
    setBusy(false);
    if (saved && conditions) setName('');
  }

  return (
    <>
      {isError && (
        <Button type="link" size="small" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      )}
      {!isPending && !isError && list.length === 0 && <p className={styles['none']}>{t('reports.savedNone')}</p>}
      <ul className={`${layout['plainList']} ${styles['saved']}`}>
        {list.map((each) => (
          <li key={each.name}>
            <Button type="link" size="small" onClick={() => onApply(each.conditions)}>
              {each.name}
            </Button>
            <IconButton
              label={t('reports.forget', { name: each.name })}
              icon={<DeleteOutlined />}
              disabled={busy}
              onClick={() => void keep(each.name, null)}
            />
          </li>
        ))}
      </ul>
      <Form className={styles['saving']!} onFinish={() => name.trim() !== '' && void keep(name.trim(), draft)}>
        <Input
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          aria-label={t('reports.saveAs')}
          placeholder={t('reports.saveAs')}
          onChange={({ target }) => setName(target.value)}
        />
        <Button htmlType="submit" loading={busy} disabled={name.trim() === ''}>
          {t('form.save')}
        </Button>
      </Form>
    </>
  );
}
