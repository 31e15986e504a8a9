import { ICON_CELL, ICON_GRID, ICON_STEPS } from './icon-atlas.ts';
import { ICON_REACH } from './icon-shapes.ts';
import { MARKER_LAYOUTS } from './marker-layout.ts';

/** Shape bit above the car-icon set: a moving vehicle, whose marker shows its direction. */
export const SHAPE_MOVING = 4;

/** Look bits above the status number. */
export const LOOK_HOLLOW = 8;
export const LOOK_SELECTED = 16;
export const LOOK_STALE = 32;

/**
 * Radius of a marker in units: icon, alarm ring, selection ring, stale sign. Quads are no larger, because empty pixels are
 * expensive without a graphics card.
 */
const REACH = { alarm: 15.5, selected: 19.4, stale: 13.2 } as const;
/** Halo that separates an icon from the ground, px. */
const HALO = 1.5;
/** Set d (specification 4): scale of offline vehicles. */
const OFFLINE_SIZE = 0.74;
/** Sign of a fix with an impossible time, units: centre and radius. */
const STALE_SIGN = { x: 8.6, y: -8.6, radius: 3.4 } as const;
/** Selection ring, units: radius and half width; closer and thinner around large icons, so that the ground stays visible. */
const RING = { small: [17.4, 1.2], large: [14.9, 0.5] } as const;
/** CSS px per unit above which an icon is large. */
const LARGE_UNIT = 1.5;
/** Margin and corner radius of layout 3's box, px; its size comes from the layout. */
const BOX_MARGIN = 5;
const BOX_ROUND = 8;

const [BOX_X, BOX_Y] = [MARKER_LAYOUTS[3].width / 2, MARKER_LAYOUTS[3].height / 2].map((half) => half.toFixed(1));

const vector = (parts: readonly number[]): string => parts.map((part) => part.toFixed(1)).join(', ');

export const VERTEX_SHADER = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in vec4 a_place;
layout(location = 1) in vec4 a_way;
layout(location = 2) in uint a_heading;
layout(location = 3) in uvec2 a_kind;
uniform vec4 u_centre;
uniform vec2 u_size;
uniform float u_world;
uniform float u_now;
uniform float u_scale;
uniform float u_unit;
uniform float u_ratio;
uniform int u_boxed;
uniform int u_family;
out vec2 v_point;
out vec2 v_turned;
flat out uint v_shape;
flat out uint v_look;

void main() {
  // Subtracts high and low parts separately to keep precision near the centre.
  vec2 place = (a_place.xy - u_centre.xy) + (a_place.zw - u_centre.zw);
  place.x -= round(place.x);
  float done = a_way.w > 0.0 ? clamp((u_now - a_way.z) / a_way.w, 0.0, 1.0) : 1.0;
  place += a_way.xy * (1.0 - done);
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  uint status = a_kind.y & 7u;
  bool alarm = status == 4u || status == 5u;
  bool selected = (a_kind.y & ${LOOK_SELECTED}u) != 0u;
  int kind = u_family * 2 + ((a_kind.x & ${SHAPE_MOVING}u) != 0u ? 0 : 1);
  float reach = vec4(${ICON_REACH.map((units) => units.toFixed(1)).join(', ')})[kind] * (status == 0u ? ${OFFLINE_SIZE} : 1.0);
  if ((a_kind.y & ${LOOK_STALE}u) != 0u) reach = max(reach, ${REACH.stale.toFixed(1)});
  if (alarm) reach = max(reach, ${REACH.alarm.toFixed(1)});
  if (selected) reach = ${REACH.selected.toFixed(1)};
  // the halo, and half a pixel for a soft edge
  reach += (${HALO.toFixed(1)} + 0.5 / u_ratio) / (u_scale * u_unit);
  v_point = u_boxed == 1 ? corner * (vec2(${BOX_X}, ${BOX_Y}) + ${BOX_MARGIN}.0) / u_unit : corner * reach;
  vec2 pixel = place * u_world + v_point * u_unit * u_scale;
  gl_Position = vec4(pixel * vec2(2.0, -2.0) / u_size, 0.0, 1.0);
  // Standing vehicles have no direction, except icons seen from above.
  float turn = u_family == 1 || (a_kind.x & ${SHAPE_MOVING}u) != 0u ? radians(float(a_heading)) : 0.0;
  v_turned = mat2(cos(turn), -sin(turn), sin(turn), cos(turn)) * v_point;
  v_shape = a_kind.x;
  v_look = a_kind.y;
}`;

export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp int;
in vec2 v_point;
in vec2 v_turned;
flat in uint v_shape;
flat in uint v_look;
uniform vec3 u_status[7];
uniform vec3 u_panel;
uniform vec3 u_line;
uniform vec3 u_brand;
uniform float u_scale;
uniform float u_unit;
uniform float u_ratio;
uniform float u_blink;
uniform int u_boxed;
uniform int u_family;
uniform highp sampler2D u_icons;
out vec4 colour;

// Distances to the icon's body and cut-outs, units.
vec2 icon(vec2 point) {
  vec2 within = clamp(point / ${ICON_CELL.units}.0 + 0.5, ${(0.5 / ICON_CELL.texels).toFixed(6)}, ${(1 - 0.5 / ICON_CELL.texels).toFixed(6)});
  float column = float(u_family * 2) + ((v_shape & ${SHAPE_MOVING}u) != 0u ? 0.0 : 1.0);
  float line = float(v_shape & 3u);
  vec2 at = (vec2(column, line) + within) / vec2(${ICON_GRID.columns}.0, ${ICON_GRID.rows}.0);
  return (128.0 - textureLod(u_icons, at, 0.0).rg * 255.0) / ${ICON_STEPS}.0;
}

// Pixel coverage by distance in units.
float cover(float distance) {
  return clamp(0.5 - distance * u_unit * u_scale * u_ratio, 0.0, 1.0);
}

vec4 over(vec4 below, vec3 rgb, float alpha) {
  return vec4(rgb * alpha, alpha) + below * (1.0 - alpha);
}

float rounded(vec2 point, vec2 half_size, float radius) {
  vec2 q = abs(point) - half_size + radius;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

void main() {
  uint status = v_look & 7u;
  vec3 mark = u_status[min(status, 6u)];
  bool selected = (v_look & ${LOOK_SELECTED}u) != 0u;
  bool alarm = status == 4u || status == 5u;
  float lit = status == 5u ? u_blink : 1.0;
  float size = status == 0u ? ${OFFLINE_SIZE} : 1.0;
  vec2 shape = icon(v_turned / size) * size;
  float halo = shape.x - ${HALO.toFixed(1)} / (u_scale * u_unit);
  bool bare = u_boxed == 0 && !selected && !alarm && (v_look & ${LOOK_STALE}u) == 0u;
  if (bare && cover(halo) == 0.0) discard;
  float middle = length(v_point);
  vec4 ink = vec4(0.0);
  if (u_boxed == 1) {
    float frame = rounded(v_point, vec2(${BOX_X}, ${BOX_Y}) / u_unit, ${BOX_ROUND}.0 / u_unit);
    float width = (selected || alarm ? 3.0 : 1.0) / u_unit;
    ink = over(ink, u_panel, cover(frame) * 0.92);
    vec3 edge = selected ? u_brand : alarm ? mark : u_line;
    ink = over(ink, edge, cover(max(frame, -frame - width)) * (selected ? 1.0 : lit));
  } else {
    if (selected) {
      vec2 around = u_unit > ${LARGE_UNIT.toFixed(1)} ? vec2(${vector(RING.large)}) : vec2(${vector(RING.small)});
      float ring = abs(middle - around.x) - around.y;
      ink = over(ink, u_panel, cover(ring - 0.8));
      ink = over(ink, u_brand, cover(ring));
    }
    if (alarm) {
      float ring = abs(middle - 13.2) - (status == 5u ? 1.5 : 0.8);
      ink = over(ink, u_panel, cover(ring - 0.8) * 0.9);
      ink = over(ink, mark, cover(ring) * lit);
    }
  }
  ink = over(ink, u_panel, cover(halo));
  ink = over(ink, mark, cover(shape.x));
  if ((v_look & ${LOOK_HOLLOW}u) != 0u) ink = over(ink, u_panel, cover(shape.x + 2.0));
  else {
    ink = over(ink, u_panel, cover(shape.y));
    if (status == 3u) ink = over(ink, u_panel, cover(middle - 2.2));
    if (status == 6u) ink = over(ink, u_panel, cover((abs(v_point.x) + abs(v_point.y) - 3.8) * 0.7071));
  }
  if ((v_look & ${LOOK_STALE}u) != 0u) {
    float sign_edge = length(v_point - vec2(${STALE_SIGN.x.toFixed(1)}, ${STALE_SIGN.y.toFixed(1)})) - ${STALE_SIGN.radius.toFixed(1)};
    ink = over(ink, u_panel, cover(sign_edge - 1.2));
    ink = over(ink, u_status[3], cover(sign_edge));
    ink = over(ink, u_panel, cover(sign_edge + 2.2));
  }
  if (ink.a == 0.0) discard;
  colour = ink;
}`;
