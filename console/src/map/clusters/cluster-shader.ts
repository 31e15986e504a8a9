/** Order of the statuses around a ring, clockwise from the top: most urgent first. */
export const RING_ORDER = [5, 4, 2, 3, 1, 6, 0] as const;

/** Cell of a digit in the atlas, CSS px; equal widths give tabular figures. */
export const DIGIT = { width: 7, height: 14, size: 12 } as const;

/** Margin for parts that extend beyond the ring, px. */
const RING_MARGIN = 5;

export const CLUSTER_VERTEX_SHADER = `#version 300 es
precision highp float;
layout(location = 0) in vec4 a_place;
layout(location = 1) in float a_radius;
layout(location = 2) in uint a_digits;
layout(location = 3) in uvec4 a_first;
layout(location = 4) in uvec4 a_rest;
uniform vec4 u_centre;
uniform vec2 u_size;
uniform float u_world;
out vec2 v_point;
flat out float v_radius;
flat out uint v_digits;
flat out uvec4 v_first;
flat out uvec4 v_rest;

void main() {
  vec2 place = (a_place.xy - u_centre.xy) + (a_place.zw - u_centre.zw);
  place.x -= round(place.x);
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_point = corner * (a_radius + ${RING_MARGIN}.0);
  vec2 pixel = place * u_world + v_point;
  gl_Position = vec4(pixel * vec2(2.0, -2.0) / u_size, 0.0, 1.0);
  v_radius = a_radius;
  v_digits = a_digits;
  v_first = a_first;
  v_rest = a_rest;
}`;

export const CLUSTER_FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_point;
flat in float v_radius;
flat in uint v_digits;
flat in uvec4 v_first;
flat in uvec4 v_rest;
uniform vec3 u_status[7];
uniform vec3 u_panel;
uniform vec3 u_ink;
uniform float u_ratio;
uniform sampler2D u_atlas;
out vec4 colour;

const int order[7] = int[7](${RING_ORDER.join(', ')});

float cover(float distance) {
  return clamp(0.5 - distance * u_ratio, 0.0, 1.0);
}

vec4 over(vec4 below, vec3 rgb, float alpha) {
  return vec4(rgb * alpha, alpha) + below * (1.0 - alpha);
}

// Coverage of the count at this point: digits in the low 28 bits, last digit lowest; their number above.
float figures() {
  float count = float(v_digits >> 28u);
  float x = v_point.x + count * ${DIGIT.width}.0 / 2.0;
  float y = v_point.y + ${DIGIT.height}.0 / 2.0;
  if (x < 0.0 || x >= count * ${DIGIT.width}.0 || y < 0.0 || y >= ${DIGIT.height}.0) return 0.0;
  float place = floor(x / ${DIGIT.width}.0);
  uint digit = (v_digits >> (4u * uint(count - 1.0 - place))) & 15u;
  vec2 at = vec2((float(digit) + fract(x / ${DIGIT.width}.0)) / 10.0, y / ${DIGIT.height}.0);
  return textureLod(u_atlas, at, 0.0).r;
}

void main() {
  float middle = length(v_point);
  float turn = atan(v_point.x, -v_point.y) / 6.2831853;
  if (turn < 0.0) turn += 1.0;
  // The segment in this direction, and the distance to its nearer end along the ring, px.
  int segment = 6;
  float begin = 0.0;
  float end = 1.0;
  for (int i = 0; i < 7; i++) {
    float upTo = float(i < 4 ? v_first[i] : v_rest[i - 4]) / 255.0;
    if (turn < upTo) {
      segment = i;
      end = upTo;
      break;
    }
    begin = upTo;
  }
  float gap = end - begin > 0.999 ? 9.0 : min(turn - begin, end - turn) * 6.2831853 * middle;
  bool alarm = segment < 2;
  float outer = v_radius + (alarm ? 2.5 : 0.0);
  vec4 ink = over(vec4(0.0), u_panel, cover(middle - outer - 1.5));
  float band = max(middle - outer, v_radius - 5.0 - middle);
  ink = over(ink, u_status[order[segment]], cover(band) * clamp(gap * u_ratio - 0.25, 0.0, 1.0));
  ink = over(ink, u_ink, figures());
  if (ink.a == 0.0) discard;
  colour = ink;
}`;
