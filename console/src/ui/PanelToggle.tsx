import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import styles from './PanelToggle.module.css';

type Props = {
  /** Whether the left panel is open. */
  open: boolean;
  /** Accessible name of the action. */
  label: string;
  /** Position while the panel covers the map. */
  className?: string | undefined;
  onToggle: () => void;
};

/** The handle at a map's left edge that toggles the panel. */
export const PanelToggle = ({ open, label, className = '', onToggle }: Props) => (
  <button
    type="button"
    className={`${styles['toggle']} ${className}`}
    aria-label={label}
    title={label}
    aria-expanded={open}
    onClick={onToggle}
  >
    {open ? <LeftOutlined /> : <RightOutlined />}
  </button>
);
