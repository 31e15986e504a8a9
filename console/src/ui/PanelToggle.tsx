import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import styles from './PanelToggle.module.css';

type Props = {
  /** Whether the panel at the left is there. */
  open: boolean;
  /** What a press does, in words. */
  label: string;
  /** Where it lies while the panel covers the map, if the page says so. */
  className?: string | undefined;
  onToggle: () => void;
};

/** The handle at a map's left edge that opens and closes the panel beside it. */
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
