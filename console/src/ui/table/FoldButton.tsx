import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Shows or hides the search fields that do not fit into the row. */
export function FoldButton({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      type="link"
      icon={expanded ? <UpOutlined /> : <DownOutlined />}
      iconPlacement="end"
      aria-expanded={expanded}
      onClick={onToggle}
    >
      {t(expanded ? 'table.collapse' : 'table.expand')}
    </Button>
  );
}
