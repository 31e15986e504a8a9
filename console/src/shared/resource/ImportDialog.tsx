import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Alert, Button, Modal, Progress } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { openTaskFile } from '../../api/tasks.ts';
import { ImportFile } from './ImportFile.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportSecrets } from './ImportSecrets.tsx';
import styles from './Resource.module.css';
import type { ResourceCallRows } from './resource-call-rows.ts';
import { pageText } from './resource-texts.ts';
import type { ImportStep } from './use-import.ts';
import { useImport } from './use-import.ts';

/** px; wide enough for the table of errors. */
const WIDTH = 720;
const WHOLE = 100;

const STAGES = { choose: null, upload: 'importUploading', check: 'importChecking', apply: 'importRunning' } as const;

/** Imports records from a file: checks it first, then writes all rows or only the valid ones. Tasks continue after closing. */
export function ImportDialog(props: { resource: Resource; rows: ResourceCallRows; onClose: () => void; onDone: () => void }) {
  const { resource, rows, onClose, onDone } = props;
  const { t } = useTranslation();
  const { step, task, result, telling, send, apply, again } = useImport(rows);
  const [starting, setStarting] = useState(false);
  const written = step.kind === 'apply' && result?.applied === true;
  const tell = useEffectEvent(onDone);
  useEffect(() => {
    if (written) tell();
  }, [written]);

  const failed = task?.state === 'failed' || task?.state === 'cancelled';
  // one-time secrets are lost when this dialog closes
  const tells = resource.shownOnce !== undefined && step.kind === 'apply' && !failed;
  const held = tells && (!result || telling.kind === 'asking');
  const checked = step.kind === 'check' && result ? step.taskId : null;
  const start = async (mode: 'all' | 'good') => {
    setStarting(true);
    await apply(checked!, mode);
    setStarting(false);
  };
  const template = async (format: 'xlsx' | 'csv') => {
    const file = await call(rows.template, { format }).catch(() => null);
    if (file) window.open(file.url, '_blank', 'noopener');
  };

  const footer = (
    <div className={styles['buttons']} data-end>
      <Button disabled={held} onClick={onClose}>
        {t('common.close')}
      </Button>
      {(result || failed) && !written && <Button onClick={again}>{t('resource.importAnother')}</Button>}
      {checked && result && result.bad > 0 && result.good > 0 && (
        <Button loading={starting} onClick={() => void start('good')}>
          {t('resource.importGood', { count: result.good })}
        </Button>
      )}
      {checked && result && result.bad === 0 && result.good > 0 && (
        <Button type="primary" loading={starting} onClick={() => void start('all')}>
          {t('resource.importAll')}
        </Button>
      )}
    </div>
  );
  return (
    <Modal
      open
      title={t('resource.importTitle', { page: pageText(t, resource) })}
      width={WIDTH}
      footer={footer}
      mask={{ closable: false }}
      closable={!held}
      keyboard={!tells}
      onCancel={onClose}
    >
      <div className={styles['import']}>
        {step.kind === 'choose' && <ImportFile maxBytes={rows.import.upload!.maxBytes} onFile={send} onTemplate={template} />}
        {!result && !failed && <Running step={step} tells={tells} done={task?.done ?? 0} total={task?.total ?? null} />}
        {failed && <Alert type="error" title={t('resource.importFailed')} description={task.error} showIcon />}
        {result && (
          <ImportOutcome
            result={result}
            written={step.kind === 'apply'}
            onErrorFile={() => void openTaskFile(step.kind === 'check' || step.kind === 'apply' ? step.taskId : '')}
          />
        )}
        {telling.kind === 'lost' && <Alert type="warning" title={t('resource.importOneTimeLost')} showIcon />}
        {telling.kind === 'told' && <ImportSecrets resource={resource} list={telling.list} />}
      </div>
    </Modal>
  );
}

/** Progress of the upload, the check or the import. */
function Running(props: { step: ImportStep; tells: boolean; done: number; total: number | null }) {
  const { step, tells, done, total } = props;
  const { t } = useTranslation();
  const stage = STAGES[step.kind];
  if (!stage) return null;
  const share = step.kind === 'upload' ? step.share : total ? done / total : 0;
  return (
    <div role="status">
      <p>{t(`resource.${stage}`)}</p>
      <Progress percent={Math.round(share * WHOLE)} aria-label={t('resource.importProgress')} />
      {step.kind !== 'upload' && <p>{t(tells ? 'resource.importOneTimeWait' : 'resource.importBackground')}</p>}
    </div>
  );
}
