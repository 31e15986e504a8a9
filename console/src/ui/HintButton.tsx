import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import { Tooltip } from 'antd';
import type { SyntheticEvent } from 'react';
import styles from './HintButton.module.css';

/** A press must not sort the column. */
const keepToItself = (event: SyntheticEvent) => event.stopPropagation();

/** An info icon with an explanation, shown on hover, focus and touch. `label`: what it explains. */
export function HintButton({ label, hint }: { label: string; hint: string }) {
  return (
    <Tooltip title={hint} trigger={['hover', 'focus']}>
      <button type="button" className={styles['button']} aria-label={label} onClick={keepToItself} onKeyDown={keepToItself}>
        <InfoCircleOutlined />
      </button>
    </Tooltip>
  );
}
