import type { map as zh } from '../zh/map.ts';

/** The map itself, whatever page it is on. */
export const map: Record<keyof typeof zh, string> = {
  label: '車両地図',
  tools: '地図ツール',
  zoomIn: '拡大',
  zoomOut: '縮小',
  wholeCountry: '全国表示',
  unavailable: '地図を表示できません',
  unavailableHint:
    'ブラウザーでWebGLが有効になっていません。設定でハードウェアアクセラレーションを有効にするか、別のブラウザーを使用して、ページを再読み込みしてください。',
};
