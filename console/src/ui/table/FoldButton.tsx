import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Shows the fields of a search that have no room in its row, and hides them again. */
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
