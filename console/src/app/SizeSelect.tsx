import FontSizeOutlined from '@ant-design/icons/FontSizeOutlined';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { notify } from '../api/feedback.ts';
import type { MenuSection } from '../ui/Menu.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { changeSettings, SIZES, usePreferences } from '../ui/preferences.ts';
import type { Size } from '../ui/theme/theme.ts';

const LABELS = { default: 'bar.sizeDefault', medium: 'bar.sizeMedium', small: 'bar.sizeSmall', mini: 'bar.sizeMini' } as const;

function change(size: Size): void {
  changeSettings({ size });
  notify('success', i18next.t('bar.switchSizeSuccess'));
}

/** The size setting as a menu section. */
export function useSizeSection(): MenuSection {
  const { t } = useTranslation();
  const current = usePreferences(({ settings }) => settings.size);
  return {
    key: 'size',
    label: t('bar.size'),
    items: SIZES.map((size) => ({
      key: size,
      label: t(LABELS[size]),
      checked: size === current,
      disabled: size === current,
      onSelect: () => change(size),
    })),
  };
}

/** The size setting behind its own button. */
export function SizeSelect() {
  const { label = '', items } = useSizeSection();
  return (
    <MenuButton label={label} title={label} items={items}>
      <FontSizeOutlined />
    </MenuButton>
  );
}
