import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './Rules.module.css';
import { SchemeForm, type SchemeFormProps } from './SchemeForm.tsx';
import { loadScheme, newScheme, toSchemeValues } from './scheme-values.ts';
import { NEW } from './use-scheme-url.ts';

type Props = Omit<SchemeFormProps, 'scheme' | 'begin' | 'onReload'> & {
  code: RuleCode;
  /** ID of the scheme, or NEW. */
  id: string;
  from: string | null;
};

/** The open scheme, loaded when it is opened; or a new one, empty or a copy. */
export function SchemePanel({ id, from, ...rest }: Props) {
  const { code, onBack } = rest;
  const { t } = useTranslation();
  const own = useSession((session) => session.userInfo?.deptId);
  const isNew = id === NEW;
  const source = isNew ? from : id;
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['scheme', code, source],
    queryFn: ({ signal }) => loadScheme(code, source!, signal),
    enabled: source !== null,
    // a form starts with the stored values, never with cached ones
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  if (source === null)
    return <SchemeForm {...rest} scheme={null} from={null} begin={newScheme(code, own)} onReload={async () => undefined} />;
  if (data) {
    const filled = toSchemeValues(code, data);
    // a copy needs a new name
    const { schemeName: _name, ...nameless } = filled;
    return (
      <SchemeForm
        key={dataUpdatedAt}
        {...rest}
        scheme={isNew ? null : data}
        from={from}
        begin={isNew ? nameless : filled}
        onReload={refetch}
      />
    );
  }
  const back = onBack ?? rest.onRemoved;
  return (
    <div className={styles['panel']}>
      {isFetching ? (
        <SkeletonRows label={t('resource.loading')} />
      ) : (
        <State
          live="alert"
          title={error ? t('resource.loadFailed') : t('warnScheme.gone')}
          {...(error ? { hint: error.message } : {})}
          action={
            error ? { label: t('common.retry'), onClick: () => void refetch() } : { label: t('warnScheme.back'), onClick: back }
          }
        />
      )}
    </div>
  );
}
