import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import { Alert, Checkbox, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { notify } from '../../../api/feedback.ts';
import { useSession } from '../../../api/session.ts';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import styles from '../Rules.module.css';
import type { RoadCode } from './roads.ts';

const MIB = 1_048_576;
const WIDTH = 560;
const KINDS = /\.(geojson|json)$/i;
/** Number of faults of a file that are listed. */
const MAX_FAULTS = 5;

/**
 * Imports lines and points of a GeoJSON file into a department. One faulty feature rejects the whole file; faults are listed by
 * feature.
 */
export function ImportRoads({ code, onClose, onDone }: { code: RoadCode; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const own = useSession((state) => state.userInfo?.deptId);
  const [deptId, setDeptId] = useState(own);
  const [replace, setReplace] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const size = Math.floor(alarmRulesCalls.importRoads.upload!.maxBytes / MIB);

  function take(chosen: File) {
    setFaults([]);
    if (!KINDS.test(chosen.name)) return setFaults([t('warnScheme.roadKind')]);
    if (chosen.size > size * MIB) return setFaults([t('warnScheme.roadTooLarge', { size })]);
    setFile(chosen);
  }

  async function send() {
    if (!file || deptId === undefined) return;
    setBusy(true);
    setFaults([]);
    try {
      const done = await upload(alarmRulesCalls.importRoads, { schemeType: code, deptId, replace }, file, { quiet: true });
      notify('success', t('warnScheme.roadImported', done));
      onDone();
      onClose();
    } catch (failure) {
      setFile(null);
      if (failure instanceof Refusal && failure.fields.length > 0) setFaults(failure.fields.slice(0, MAX_FAULTS).map(wordsOf));
      else if (failure instanceof Refusal || failure instanceof NetworkError) setFaults([failure.message]);
    } finally {
      setBusy(false);
    }
  }
  /** `features.3.properties.grade` is in the fourth feature. */
  const wordsOf = ({ path, message }: { readonly path: string; readonly message: string }) => {
    const [, feature, ...rest] = path.split('.');
    if (feature === undefined) return message;
    const field = rest.filter((part) => part !== 'properties').join('.');
    return t('warnScheme.roadFault', { feature: Number(feature) + 1, field, reason: message });
  };

  return (
    <Modal
      open
      width={WIDTH}
      title={t('warnScheme.roadImport')}
      mask={{ closable: false }}
      okText={t('warnScheme.roadRun')}
      okButtonProps={{ disabled: !file || deptId === undefined, loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p className={styles['note']}>{t(`warnScheme.roadFile_${code}`, { size })}</p>
      <Form layout="vertical">
        <Form.Item label={t('warnScheme.roadInto')}>
          <DepartmentSelect
            label={t('warnScheme.roadInto')}
            value={deptId ?? null}
            onChange={(value) => setDeptId(typeof value === 'string' ? value : undefined)}
          />
        </Form.Item>
        <Form.Item>
          <FileButton label={t('warnScheme.roadChoose')} accept=".geojson,.json" onFile={take} />{' '}
          {file && <span>{file.name}</span>}
        </Form.Item>
        <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
          {t('warnScheme.roadReplace')}
        </Checkbox>
      </Form>
      {faults.length > 0 && <Alert type="error" title={faults.join('\n')} className={styles['faults']!} showIcon />}
    </Modal>
  );
}
