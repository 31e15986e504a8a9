import type { Ledger, LedgerEntry } from '@fleetwarden/contract/reports/ledgers/schemas';
import { Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import styles from './Ledger.module.css';
import { FIELD_TEXTS, ROLE_TEXTS } from './ledger-sheet.ts';

const TEXTS = { ...FIELD_TEXTS, ...ROLE_TEXTS };

/** All entries of a sheet, newest first. `titled`: shows its own title. */
export function LedgerHistory({ ledger: { history }, titled = false }: { ledger: Ledger; titled?: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('ledgers.history')} className={styles['history']}>
      {titled && <h3>{t('ledgers.history')}</h3>}
      {history.length === 0 ? (
        <p>{t('ledgers.noHistory')}</p>
      ) : (
        <Timeline items={history.map((entry, nth) => ({ key: nth, content: <Entry entry={entry} /> }))} />
      )}
    </section>
  );
}

function Entry({ entry: { field, text, userName, at, late, reason } }: { entry: LedgerEntry }) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        <TimeCell at={at} /> {userName} {late && <span className={styles['late']}>{t('ledgers.late')}</span>}
      </p>
      <p>
        {t(TEXTS[field])}: {text === '' ? t('ledgers.cleared') : text}
      </p>
      {late && (
        <p>
          {t('ledgers.reason')}: {reason}
        </p>
      )}
    </>
  );
}
