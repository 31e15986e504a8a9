import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { RowError } from '@fleetwarden/contract/commands/schemas';
import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { Alert, Button, Modal, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { ImportFile } from '../../../shared/resource/ImportFile.tsx';
import { ImportErrors } from '../../../shared/resource/ImportOutcome.tsx';
import layout from '../../../ui/theme/layout.module.css';
import type { RowsField, Values } from './form-fields.ts';

/** px; wide enough for the table of errors. */
const WIDTH = 720;

type Read = { readonly rows: readonly Values[]; readonly errors: readonly RowError[] };

/** Reads rows of a list from a file. Valid ones are added to the form, at most `room`; nothing is sent. */
export function ImportRows(props: {
  file: NonNullable<RowsField['file']>;
  room: number;
  onClose: () => void;
  onRows: (rows: readonly Values[]) => void;
}) {
  const { file: target, room, onClose, onRows } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState('');
  const labels: Readonly<Record<string, string>> = terminalCommands[target.cmdCode].labels;

  function add(rows: readonly Values[]) {
    onRows(rows);
    onClose();
  }
  async function send(file: File) {
    setBusy(true);
    setRead(null);
    setProblem('');
    try {
      const reply = await upload(commandsCalls.readRows, target, file, { quiet: true });
      const count = reply.rows.length;
      if (count > room) setProblem(t('terminalSetup.importTooMany', { count, max: room }));
      else if (reply.errors.length === 0) add(reply.rows);
      if (reply.errors.length > 0) setRead(reply);
    } catch (failure) {
      if (failure instanceof Refusal && failure.fields.length > 0)
        setProblem(failure.fields.map(({ message }) => message).join(' '));
      else if (failure instanceof Refusal || failure instanceof NetworkError) setProblem(failure.message);
    } finally {
      setBusy(false);
    }
  }
  async function template(format: 'xlsx' | 'csv') {
    const made = await call(commandsCalls.getRowsTemplate, { ...target, format }).catch(() => null);
    if (made) window.open(made.url, '_blank', 'noopener');
  }

  const good = read?.rows ?? [];
  return (
    <Modal
      open
      width={WIDTH}
      title={t('terminalSetup.importRows', { list: t(labels[target.list] as 'common.close') })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {good.length > 0 && good.length <= room && (
            <Button type="primary" onClick={() => add(good)}>
              {t('resource.importGood', { count: good.length })}
            </Button>
          )}
        </>
      }
    >
      <Spin spinning={busy}>
        <div className={layout['stack']}>
          <ImportFile
            maxBytes={commandsCalls.readRows.upload!.maxBytes}
            onFile={(file) => void send(file)}
            onTemplate={(format) => void template(format)}
          />
          {problem !== '' && <Alert type="error" showIcon title={problem} />}
          {read && good.length === 0 && <Alert type="error" showIcon title={t('terminalSetup.importNothing')} />}
          {read && <ImportErrors errors={read.errors} />}
        </div>
      </Spin>
    </Modal>
  );
}
