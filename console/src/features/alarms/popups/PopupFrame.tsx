import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelWord } from '../../../shared/AlarmLevel.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './Popups.module.css';

/** A pop-up in the corner: what it is, of which level (2 orange, 3 red), what can be done. */
export function PopupFrame(props: {
  ref?: Ref<HTMLElement>;
  title: string;
  /** Whom it is about: never cut off where the title is. */
  plate?: string;
  level?: number;
  /** Beside the title. */
  aside?: ReactNode;
  /** px, where it is fixed. */
  height?: number;
  onClose: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { ref, title, plate, level, aside, height, onClose, actions, children } = props;
  const { t } = useTranslation();
  const heading = useId();
  return (
    <article
      ref={ref}
      className={styles['popup']}
      role="alert"
      aria-labelledby={heading}
      data-level={level}
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
