import FileImageOutlined from '@ant-design/icons/FileImageOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import { EVIDENCE_STATE } from '@fleetwarden/contract/alarms/attachments';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import layout from '../../ui/theme/layout.module.css';
import styles from './Evidence.module.css';

/** The first picture of an alarm with what else it has: how many files came, a film, a lock. */
export function EvidenceCover({ row }: { row: EvidenceRow }) {
  const { t } = useTranslation();
  const { warnId, carNo, picture, films, fileDone, fileTotal, fileState, locked, holdReason } = row;
  const [failed, setFailed] = useState('');
  const isOver = fileState === null || fileState === EVIDENCE_STATE.complete;
  const isKept = locked || holdReason !== '';
  return (
    <div className={styles['cover']}>
      {picture !== '' && picture !== failed ? (
        <img src={picture} alt={`${formatAlarmType(t, warnId)} ${carNo}`} loading="lazy" onError={() => setFailed(picture)} />
      ) : (
        <span className={`${layout['centered']} ${styles['noPicture']}`}>
          <FileImageOutlined />
          {isOver ? t('evidence.noPicture') : t(`attachment.state${fileState}`)}
        </span>
      )}
      <span className={styles['badges']}>
        {films > 0 && <VideoCameraOutlined role="img" aria-label={t('evidence.withVideo')} />}
        <span>{t('attachment.count', { done: fileDone, total: fileTotal })}</span>
        {isKept && <LockOutlined role="img" aria-label={t(locked ? 'evidence.locked' : 'evidence.held')} />}
      </span>
    </div>
  );
}
