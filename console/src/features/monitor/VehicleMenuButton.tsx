import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { useVehicleMenu } from './vehicle-menu.ts';

/** Opens a vehicle's menu from a list row. Hidden on pages without menus. */
export function VehicleMenuButton({ tid, plate }: { tid: string; plate: string }) {
  const { t } = useTranslation();
  const open = useVehicleMenu();
  const frame = useRef<HTMLSpanElement>(null);
  if (!open) return null;
  const show = () => {
    const box = frame.current!.getBoundingClientRect();
    open(tid, { x: box.left, y: box.bottom });
  };
  return (
    <span ref={frame}>
      <IconButton label={t('vehicleAction.menu', { name: plate })} icon={<EllipsisOutlined />} onClick={show} />
    </span>
  );
}
