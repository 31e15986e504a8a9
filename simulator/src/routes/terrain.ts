import type { PlaceName } from './places.ts';
import { PLACES } from './places.ts';

/** Heights above sea level, m, of places across the country. */
const HEIGHTS: readonly (readonly [PlaceName, number])[] = [
  ['北京', 45],
  ['上海', 5],
  ['广州', 12],
  ['武汉', 25],
  ['郑州', 110],
  ['西安', 400],
  ['太原', 790],
  ['大同', 1050],
  ['呼和浩特', 1050],
  ['榆林', 1060],
  ['银川', 1110],
  ['兰州', 1520],
  ['西宁', 2260],
  ['酒泉', 1480],
  ['哈密', 740],
  ['乌鲁木齐', 850],
  ['成都', 500],
  ['西昌', 1540],
  ['昆明', 1890],
  ['大理', 1980],
  ['贵阳', 1070],
  ['毕节', 1500],
  ['重庆', 250],
  ['恩施', 430],
  ['桂林', 150],
  ['南宁', 75],
  ['长沙', 60],
  ['南昌', 25],
  ['福州', 15],
  ['黄山', 140],
  ['济南', 60],
  ['沈阳', 45],
  ['哈尔滨', 140],
  ['徐州', 40],
];

/** A believable height above the sea, m: the places around, by the inverse square of their distance. Pure. */
export function heightAt(lng: number, lat: number): number {
  let sum = 0;
  let weights = 0;
  for (const [name, height] of HEIGHTS) {
    const [x, y] = PLACES[name];
    const weight = 1 / (0.02 + (lng - x) ** 2 + (lat - y) ** 2) ** 1.5;
    sum += height * weight;
    weights += weight;
  }
  return sum / weights;
}
