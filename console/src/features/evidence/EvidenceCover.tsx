import FileImageOutlined from '@ant-design/icons/FileImageOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { useSteadyUrl } from '../../shared/evidence/use-attachments.ts';
import layout from '../../ui/theme/layout.module.css';
import styles from './Evidence.module.css';

/** The first picture of an alarm with what else it has: how many files came, a film, a lock. */
export function EvidenceCover({ row }: { row: EvidenceRow }) {
  const { t } = useTranslation();
  const { warnId, carNo, picture, films, fileDone, fileTotal, locked, holdReason } = row;
  const isKept = locked || holdReason !== '';
  return (
    <div className={styles['cover']}>
      {picture === '' ? (
        <NoPicture row={row} />
      ) : (
        <Picture url={picture} alt={`${formatAlarmType(t, warnId)} ${carNo}`} otherwise={<NoPicture row={row} />} />
      )}
      <span className={styles['badges']}>
        {films > 0 && <VideoCameraOutlined role="img" aria-label={t('evidence.withVideo')} />}
        <span>{t('attachment.count', { done: fileDone, total: fileTotal })}</span>
        {isKept && <LockOutlined role="img" aria-label={t(locked ? 'evidence.locked' : 'evidence.held')} />}
      </span>
    </div>
  );
}

/** Loaded once, although each load of the list brings a new address. */
function Picture({ url: newest, alt, otherwise }: { url: string; alt: string; otherwise: ReactNode }) {
  const { url, failed, onError } = useSteadyUrl(newest);
  return failed ? otherwise : <img src={url} alt={alt} loading="lazy" onError={onError} />;
}

function NoPicture({ row: { fileState } }: { row: EvidenceRow }) {
  const { t } = useTranslation();
  const isOver = fileState === null || fileState === EVIDENCE_STATE.complete;
  return (
    <span className={`${layout['centered']} ${styles['noPicture']}`}>
      <FileImageOutlined />
      {isOver ? t('evidence.noPicture') : t(`attachment.state${fileState}`)}
    </span>
  );
}
