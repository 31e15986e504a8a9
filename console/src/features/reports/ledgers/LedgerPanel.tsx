import { fieldsOf, LEDGERS, type LedgerRole, rolesOf } from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import type { LedgerEntry } from '@fleetwarden/contract/reports/ledgers/schemas';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { formatFullTime } from '../../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import styles from './Ledger.module.css';
import { SignLedger, WriteLedger } from './LedgerDrawers.tsx';
import { LedgerHistory } from './LedgerHistory.tsx';
import { FIELD_TEXTS, type LedgerSheet, ROLE_TEXTS } from './ledger-sheet.ts';
import { useLedger } from './use-ledger.ts';

/** Entries and signatures of a ledger sheet. Users with the permission write and sign here. */
export function LedgerPanel({ sheet }: { sheet: LedgerSheet }) {
  const { t, i18n } = useTranslation();
  const rights = useSession(({ rights }) => rights);
  const [open, setOpen] = useState<'write' | 'history' | LedgerRole | null>(null);
  const { data: ledger, error, refetch, put } = useLedger(sheet);
  if (!ledger && error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!ledger) return <SkeletonRows label={t('table.loading')} />;

  const { edit, roles } = LEDGERS[sheet.kind];
  const may = (code: string | undefined) => code !== undefined && (rights?.includes(code) ?? false);
  const of = (field: string) => ledger.current.find((entry) => entry.field === field);
  const close = () => setOpen(null);
  const props = { sheet, ledger, onDone: put, onStale: refetch, onClose: close };

  return (
    <section className={styles['ledger']} aria-label={t('ledgers.title')}>
      <dl className={styles['words']}>
        {fieldsOf(sheet.kind).map((field) => (
          <div key={field} className={styles['typed']}>
            <dt>{t(FIELD_TEXTS[field])}</dt>
            <dd>
              {of(field)?.text ?? <span className={styles['none']}>{t('ledgers.unwritten')}</span>}
              <Late entry={of(field)} />
            </dd>
          </div>
        ))}
        {rolesOf(sheet.kind).map((role) => (
          <div key={role}>
            <dt>{t(ROLE_TEXTS[role])}</dt>
            <dd>
              {of(role) ? (
                <>
                  {of(role)!.text}{' '}
                  <span className={styles['when']}>
                    <TimeCell at={of(role)!.at} />
                  </span>
                </>
              ) : (
                <span className={styles['none']}>{t('ledgers.unsigned')}</span>
              )}
              <Late entry={of(role)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles['tools']}>
        {ledger.locked && ledger.lockedAt !== null && (
          <Tag title={t('ledgers.lockedSince', { time: formatFullTime(i18n.language, ledger.lockedAt) })}>
            {t('ledgers.locked')}
          </Tag>
        )}
        {may(edit) && (
          <Button size="small" onClick={() => setOpen('write')}>
            {t('ledgers.write')}
          </Button>
        )}
        {rolesOf(sheet.kind)
          .filter((role) => may(roles[role]) && of(role) === undefined)
          .map((role) => (
            <Button key={role} size="small" onClick={() => setOpen(role)}>
              {t(ROLE_TEXTS[role])}
            </Button>
          ))}
        <Button size="small" type="text" onClick={() => setOpen('history')}>
          {t('ledgers.history')}
        </Button>
      </div>
      {open === 'write' && <WriteLedger {...props} />}
      {(open === 'staff' || open === 'head') && <SignLedger {...props} role={open} />}
      {open === 'history' && (
        <DetailDrawer open title={t('ledgers.ofSheet', { action: t('ledgers.history'), period: sheet.period })} onClose={close}>
          <LedgerHistory ledger={ledger} />
        </DetailDrawer>
      )}
    </section>
  );
}

/** Marks an entry that was made after the sheet was locked. */
function Late({ entry }: { entry: LedgerEntry | undefined }) {
  const { t } = useTranslation();
  if (!entry?.late) return null;
  return (
    <span className={styles['late']} title={`${t('ledgers.reason')}: ${entry.reason}`}>
      {t('ledgers.late')}
    </span>
  );
}
