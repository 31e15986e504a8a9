import { distancesTo, ICON_SHAPES, type IconShape } from './icon-shapes.ts';

/** A cell of the atlas: edge in texels, and units of its icon. */
export const ICON_CELL = { texels: 64, units: 32 } as const;
/** Columns (kinds of icon) and rows (car-icon sets) of the atlas. */
export const ICON_GRID = { columns: ICON_SHAPES[0]!.length, rows: ICON_SHAPES.length } as const;
/** A byte is 128 at an icon's edge; each unit inside adds this much. */
export const ICON_STEPS = 21;

let made: Uint8Array | null = null;

/**
 * All icons as signed distance fields, two bytes per texel: body and cut-outs. Distances stay sharp at every size and rotation,
 * and also give the halo and the hollow form.
 */
export function iconAtlas(): Uint8Array {
  made ??= draw();
  return made;
}

function draw(): Uint8Array {
  const { texels } = ICON_CELL;
  const width = texels * ICON_GRID.columns;
  const bytes = new Uint8Array(width * texels * ICON_GRID.rows * 2);
  // sets share icons
  const cells = new Map<IconShape, Uint8Array>();
  for (const [row, shapes] of ICON_SHAPES.entries()) {
    for (const [column, shape] of shapes.entries()) {
      const cell = cells.get(shape) ?? drawCell(shape);
      cells.set(shape, cell);
      for (let j = 0; j < texels; j++) {
        const line = cell.subarray(j * texels * 2, (j + 1) * texels * 2);
        bytes.set(line, ((row * texels + j) * width + column * texels) * 2);
      }
    }
  }
  return bytes;
}

/** Draws the left half: icons are symmetric. */
function drawCell(shape: IconShape): Uint8Array {
  const { texels, units } = ICON_CELL;
  const bytes = new Uint8Array(texels * texels * 2);
  const unit = (texel: number) => ((texel + 0.5) / texels - 0.5) * units;
  for (let j = 0; j < texels; j++) {
    for (let i = 0; i < texels / 2; i++) {
      const { body, detail } = distancesTo(shape, unit(i), unit(j));
      const left = (j * texels + i) * 2;
      const right = (j * texels + texels - 1 - i) * 2;
      bytes[left] = bytes[right] = byteOf(body);
      bytes[left + 1] = bytes[right + 1] = byteOf(detail);
    }
  }
  return bytes;
}

function byteOf(distance: number): number {
  return Math.min(Math.max(Math.round(128 - distance * ICON_STEPS), 0), 255);
}

/** Creates the icon texture. */
export function uploadIcons(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 2);
  const [width, height] = [ICON_CELL.texels * ICON_GRID.columns, ICON_CELL.texels * ICON_GRID.rows];
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8, width, height, 0, gl.RG, gl.UNSIGNED_BYTE, iconAtlas());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}
