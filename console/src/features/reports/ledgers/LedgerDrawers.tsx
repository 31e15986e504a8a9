import {
  fieldsOf,
  LEDGERS,
  type LedgerField,
  type LedgerRole,
  MAX_LEDGER_REASON,
} from '@fleetwarden/contract/reports/ledgers/ledger-rules';
import { ledgersCalls } from '@fleetwarden/contract/reports/ledgers/routes';
import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { Alert, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Refusal } from '../../../api/client.ts';
import { notify } from '../../../api/feedback.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import styles from './Ledger.module.css';
import { LedgerHistory } from './LedgerHistory.tsx';
import { FIELD_TEXTS, type LedgerSheet, ROLE_TEXTS } from './ledger-sheet.ts';
import { toSheetInput } from './use-ledger.ts';

/** Refusal: another user has changed the sheet. */
const STALE = '4010';
/** Fields with more characters have several lines. */
const ONE_LINE = 50;

type Props = {
  readonly sheet: LedgerSheet;
  readonly ledger: Ledger;
  readonly onDone: (ledger: Ledger) => void;
  /** Reloads the sheet after another user changed it. */
  readonly onStale: () => Promise<unknown>;
  readonly onClose: () => void;
};
type Words = { readonly words: Readonly<Partial<Record<LedgerField, string>>>; readonly reason?: string };
type Signing = { readonly reason?: string };

/** Writes entries into a sheet. After it was locked, a reason is required. */
export function WriteLedger(props: Props) {
  const { sheet, ledger } = props;
  const { t } = useTranslation();
  const texts = ledger.current.map(({ field, text }) => [field, text] as const);
  return (
    <Entering<Words>
      {...props}
      action={t('ledgers.write')}
      initialValues={{ words: Object.fromEntries(texts) as Words['words'] }}
      save={({ words, reason = '' }) =>
        call(ledgersCalls.saveLedger, {
          ...toSheetInput(sheet),
          version: ledger.version,
          reason,
          words: Object.fromEntries(fieldsOf(sheet.kind).map((field) => [field, words[field] ?? ''])) as Words['words'],
        })
      }
    >
      {fieldsOf(sheet.kind).map((field) => {
        const most = LEDGERS[sheet.kind].fields[field]!;
        return (
          <Form.Item key={field} name={['words', field]} label={t(FIELD_TEXTS[field])}>
            {most <= ONE_LINE ? (
              <Input maxLength={most} />
            ) : (
              <Input.TextArea maxLength={most} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
            )}
          </Form.Item>
        );
      })}
    </Entering>
  );
}

/** Signs a sheet. */
export function SignLedger(props: Props & { readonly role: LedgerRole }) {
  const { sheet, ledger, role } = props;
  const { t } = useTranslation();
  return (
    <Entering<Signing>
      {...props}
      action={t(ROLE_TEXTS[role])}
      submitText={t('ledgers.sign')}
      save={({ reason = '' }) => call(ledgersCalls.signLedger, { ...toSheetInput(sheet), version: ledger.version, role, reason })}
    >
      <Alert className={styles['hint']!} type="info" showIcon title={t('ledgers.signHint')} />
    </Entering>
  );
}

/** A form over the current entries. The server refuses changes if the user has not seen the newest entries. */
function Entering<Values extends object>(
  props: Props & {
    action: string;
    submitText?: string;
    initialValues?: Partial<Values>;
    save: (values: Values) => Promise<Ledger>;
    children: ReactNode;
  },
) {
  const { sheet, ledger, action, submitText, initialValues, save, onDone, onStale, onClose, children } = props;
  const { t } = useTranslation();

  async function submit(values: Values) {
    try {
      onDone(await save(values));
    } catch (failure) {
      // the client shows the failure; the sheet then shows the newer entries
      if (failure instanceof Refusal && failure.code === STALE) await onStale();
      throw failure;
    }
    notify('success', t('ledgers.saved'));
  }

  return (
    <FormDrawer<Values>
      open
      title={t('ledgers.ofSheet', { action, period: sheet.period })}
      {...(submitText === undefined ? {} : { submitText })}
      {...(initialValues === undefined ? {} : { initialValues })}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {ledger.locked && (
        <>
          <Alert className={styles['hint']!} type="warning" showIcon title={t('ledgers.lateHint')} />
          <Form.Item
            name="reason"
            label={t('ledgers.reason')}
            rules={[{ required: true, whitespace: true, message: t('field.required') }]}
          >
            <Input maxLength={MAX_LEDGER_REASON} />
          </Form.Item>
        </>
      )}
      <LedgerHistory ledger={ledger} titled />
    </FormDrawer>
  );
}
