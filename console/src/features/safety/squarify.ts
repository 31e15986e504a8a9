export type Tile = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/**
 * Squarified tree map (Bruls et al.): tiles with areas in proportion to the values, as square as possible, in percent of a box with
 * this aspect ratio (width / height). `values`: positive, the largest first.
 */
export function squarify(values: readonly number[], aspect: number): Tile[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return [];
  const [boxWidth, boxHeight] = [aspect, 1];
  const areas = values.map((value) => (value / whole) * boxWidth * boxHeight);
  const tiles: Tile[] = [];
  let free = { left: 0, top: 0, width: boxWidth, height: boxHeight };
  let row: number[] = [];
  /** Lays the row along the shorter side of the free box. */
  const lay = (): void => {
    const sum = row.reduce((total, area) => total + area, 0);
    const { left, top, width, height } = free;
    const upright = width >= height;
    const depth = sum / (upright ? height : width);
    let begun = 0;
    for (const area of row) {
      const length = area / depth;
      tiles.push(
        upright
          ? { left, top: top + begun, width: depth, height: length }
          : { left: left + begun, top, width: length, height: depth },
      );
      begun += length;
    }
    free = upright
      ? { left: left + depth, top, width: width - depth, height }
      : { left, top: top + depth, width, height: height - depth };
    row = [];
  };
  for (const area of areas) {
    const side = Math.min(free.width, free.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) lay();
    row.push(area);
  }
  lay();
  return tiles.map(({ left, top, width, height }) => ({
    left: (100 * left) / boxWidth,
    top: (100 * top) / boxHeight,
    width: (100 * width) / boxWidth,
    height: (100 * height) / boxHeight,
  }));
}

/** The largest aspect ratio of a row along a side. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  return Math.max((side ** 2 * Math.max(...row)) / sum ** 2, sum ** 2 / (side ** 2 * Math.min(...row)));
}
