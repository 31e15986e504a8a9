/** Signs and names of the units that users choose between. Other texts name them by the variables of units.ts. */
export const unit = {
  km: 'km',
  mi: '英里',
  kmh: 'km/h',
  mph: '英里/时',
  m: 'm',
  ft: '英尺',
  km2: '平方公里',
  mi2: '平方英里',
  kmName: '公里',
  miName: '英里',
  mName: '米',
  ftName: '英尺',
} as const;
