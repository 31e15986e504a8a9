import { ColorPicker } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import { areaColours } from '../../ui/theme/theme.ts';

/** A colour as RRGGBB, from presets or freely chosen. */
export function ColourInput({ id, value, onChange, disabled = false }: FieldInputProps) {
  const { t } = useTranslation();
  return (
    <ColorPicker
      {...(id === undefined ? {} : { id })}
      value={typeof value === 'string' && value !== '' ? `#${value}` : null}
      presets={[{ label: t('geofences.colours'), colors: [...areaColours] }]}
      disabled={disabled}
      disabledAlpha
      format="hex"
      disabledFormat
      showText
      onChange={(colour) => onChange?.(colour.toHex().slice(0, 6).toUpperCase())}
    />
  );
}
