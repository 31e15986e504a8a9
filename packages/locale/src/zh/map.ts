/** The map itself, whatever page it is on. */
export const map = {
  label: '车辆地图',
  tools: '地图工具',
  zoomIn: '放大',
  zoomOut: '缩小',
  wholeCountry: '全图',
  unavailable: '无法显示地图',
  unavailableHint: '浏览器未启用 WebGL。请在浏览器设置中开启硬件加速，或更换浏览器后刷新页面。',
} as const;
