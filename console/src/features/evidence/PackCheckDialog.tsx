import type { CallReply } from '@fleetwarden/contract/call';
import { MAX_PACK_FILE_BYTES } from '@fleetwarden/contract/evidence/evidence-limits';
import { evidenceCalls } from '@fleetwarden/contract/evidence/routes';
import type { PACK_FAULTS } from '@fleetwarden/contract/evidence/schemas';
import { Alert, Modal, Progress } from 'antd';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/call.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { formatBytes, formatTime } from '../../ui/format.ts';
import styles from './Evidence.module.css';

const WIDTH = 560;
const PERCENT = 100;

type Verdict = CallReply<typeof evidenceCalls.checkEvidencePack>;
type Fault = (typeof PACK_FAULTS)[number];
type Check =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly name: string; readonly percent: number }
  | { readonly state: 'done'; readonly name: string; readonly verdict: Verdict };

/** Checks a package that was exported earlier: a file dropped here gets a verdict. */
export function PackCheckDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const running = useRef<AbortController>(undefined);
  const [check, setCheck] = useState<Check>({ state: 'waiting' });
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => () => running.current?.abort(), []);

  async function take(file: File | undefined) {
    if (!file || check.state === 'running') return;
    setProblem('');
    if (file.size > MAX_PACK_FILE_BYTES) {
      setProblem(t('evidence.checkTooLarge', { size: formatBytes(i18n.language, MAX_PACK_FILE_BYTES) }));
      return;
    }
    const { name } = file;
    const work = new AbortController();
    running.current = work;
    setCheck({ state: 'running', name, percent: 0 });
    try {
      const onProgress = (share: number) => setCheck({ state: 'running', name, percent: Math.floor(share * PERCENT) });
      const verdict = await upload(evidenceCalls.checkEvidencePack, {}, file, { onProgress, signal: work.signal, quiet: true });
      setCheck({ state: 'done', name, verdict });
    } catch (failure) {
      if (work.signal.aborted) return;
      setProblem(failure instanceof Error ? failure.message : '');
      setCheck({ state: 'waiting' });
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Modal open centered width={WIDTH} title={t('evidence.check')} mask={{ closable: false }} footer={null} onCancel={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same */}
      <div
        className={styles['drop']}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {check.state === 'running' ? (
          <>
            <p role="status">{t('evidence.checking', { name: check.name })}</p>
            <Progress percent={check.percent} aria-label={t('evidence.checking', { name: check.name })} />
          </>
        ) : (
          <>
            <p>{t('evidence.checkHint')}</p>
            <FileButton type="primary" label={t('evidence.checkChoose')} accept=".zip" onFile={(file) => void take(file)} />
          </>
        )}
      </div>
      {problem !== '' && <Alert type="error" showIcon title={problem} />}
      {check.state === 'done' && <VerdictView name={check.name} verdict={check.verdict} />}
    </Modal>
  );
}

function VerdictView({ name, verdict }: { name: string; verdict: Verdict }) {
  const { t } = useTranslation();
  const { intact, faults, files, alarms, createdAt, username } = verdict;
  return (
    <Alert
      type={intact ? 'success' : 'error'}
      showIcon
      title={t(intact ? 'evidence.intact' : 'evidence.notIntact', { name })}
      description={
        <>
          {createdAt !== null && (
            <p>{t('evidence.exportedBy', { time: formatTime(createdAt), name: username, alarms, files })}</p>
          )}
          <ul>
            {faults.map(({ file, fault }) => (
              <li key={`${file} ${fault}`}>
                {file !== '' && <code>{file}</code>} {t(`evidence.fault_${fault satisfies Fault}`)}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
