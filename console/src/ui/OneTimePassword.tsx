import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { Button } from 'antd';
import { copyText } from './copy-text.ts';
import styles from './OneTimePassword.module.css';

/** A generated password, which is shown only once, with a copy button and a note. */
export function OneTimePassword({ password, copyLabel, note }: { password: string; copyLabel: string; note: string }) {
  return (
    <>
      <p className={styles['made']}>
        <output>{password}</output>
        <Button icon={<CopyOutlined />} onClick={() => void copyText(password)}>
          {copyLabel}
        </Button>
      </p>
      <p className={styles['note']}>{note}</p>
    </>
  );
}
