import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './Popups.module.css';

/** A pop-up in the corner: title, level (2 orange, 3 red) and actions. */
export function PopupFrame(props: {
  ref?: Ref<HTMLElement>;
  title: string;
  /** Plate of the vehicle; never truncated with the title. */
  plate?: string;
  level?: number;
  /** Beside the title. */
  aside?: ReactNode;
  /** Fixed height, px. */
  height?: number;
  /** Keys while it has the focus. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { ref, title, plate, level, aside, height, onKeyDown, onClose, actions, children } = props;
  const { t } = useTranslation();
  const heading = useId();
  return (
    <article
      ref={ref}
      className={styles['popup']}
      role="alert"
      aria-labelledby={heading}
      data-level={level}
      onKeyDown={onKeyDown}
      style={height === undefined ? undefined : { height }}
    >
      <header>
        <h2 id={heading}>
          <span>{title}</span>
          {plate !== undefined && <b> {plate}</b>}
        </h2>
        {level !== undefined && <LevelWord level={level} />}
        <span className={styles['space']} />
        {aside}
        <IconButton label={t('common.close')} icon={<CloseOutlined aria-hidden />} onClick={onClose} />
      </header>
      {children}
      {actions && <footer>{actions}</footer>}
    </article>
  );
}
