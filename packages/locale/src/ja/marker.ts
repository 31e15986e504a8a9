import type { marker as zh } from '../zh/marker.ts';

/** Appearance and labels of vehicles on maps. */
export const marker: Record<keyof typeof zh, string> = {
  click: '車両をクリックしたとき',
  click1: '情報ウィンドウ',
  click2: '軌跡再生',
  click3: '追跡',
  display: '車両の表示',
  icons: '車両アイコン',
  layout1: '矢印',
  layout2: '車種',
  layout3: '大きいアイコン',
  show: '表示内容',
  labels: 'ナンバーラベル',
  clusters: '車両のクラスタ表示',
  clustersHint: '表示範囲の車両が 50,000台を超えると、常にクラスタで表示します',
  smooth: '滑らかな移動',
  here: 'この地点の車両：{{value}}',
  inView: '表示範囲内の車両',
  inViewCount: '表示範囲内の車両：{{value}}',
  inViewLimit: '表示範囲内の車両が多いため、先頭の {{value}}台のみ表示しています',
  inViewNone: '表示範囲内に車両はありません',
  keys: '矢印キーで選択、Enterで開く、Escで閉じる',
  oldFix: '5分以上、新しい位置情報がありません',
  speed: '速度 {{value}} {{speedUnit}}',
  gathered: '車両：{{value}}',
  lost: 'ブラウザーのグラフィック機能が中断されたため、車両を一時的に表示できません。復旧しています',
};
