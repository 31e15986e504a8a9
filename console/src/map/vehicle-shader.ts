/** Shapes of the markers, so that a status is never told by its colour alone. */
export const SHAPE = { arrow: 0, disc: 1, dotted: 2, diamond: 3, small: 4 } as const;

/** Bits of an instance's look above its status number. */
export const LOOK_HOLLOW = 8;
export const LOOK_SELECTED = 16;

/** Half the edge of a marker's square, px: room for the marker itself, for the ring of an alarm, for that of a choice. */
const REACH = { plain: 14, alarm: 17, selected: 20 } as const;

export const VERTEX_SHADER = `#version 300 es
precision highp float;
layout(location = 0) in vec4 a_place;
layout(location = 1) in vec4 a_way;
layout(location = 2) in uint a_heading;
layout(location = 3) in uvec2 a_kind;
uniform vec4 u_centre;
uniform vec2 u_size;
uniform float u_world;
uniform float u_now;
uniform float u_scale;
out vec2 v_point;
out vec2 v_turned;
flat out uint v_shape;
flat out uint v_look;

void main() {
  // High and low parts are subtracted apart: near the centre nothing is lost.
  vec2 place = (a_place.xy - u_centre.xy) + (a_place.zw - u_centre.zw);
  place.x -= round(place.x);
  float done = a_way.w > 0.0 ? clamp((u_now - a_way.z) / a_way.w, 0.0, 1.0) : 1.0;
  place += a_way.xy * (1.0 - done);
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  uint status = a_kind.y & 7u;
  bool alarm = status == 4u || status == 5u;
  bool selected = (a_kind.y & ${LOOK_SELECTED}u) != 0u;
  v_point = corner * (selected ? ${REACH.selected}.0 : alarm ? ${REACH.alarm}.0 : ${REACH.plain}.0);
  vec2 pixel = place * u_world + v_point * u_scale;
  gl_Position = vec4(pixel * vec2(2.0, -2.0) / u_size, 0.0, 1.0);
  float turn = radians(float(a_heading));
  v_turned = mat2(cos(turn), -sin(turn), sin(turn), cos(turn)) * v_point;
  v_shape = a_kind.x;
  v_look = a_kind.y;
}`;

export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 v_point;
in vec2 v_turned;
flat in uint v_shape;
flat in uint v_look;
uniform vec3 u_status[7];
uniform vec3 u_panel;
uniform vec3 u_brand;
uniform float u_scale;
uniform float u_ratio;
out vec4 colour;

float segment(vec2 p, vec2 a, vec2 b) {
  vec2 ab = b - a;
  return length(p - a - ab * clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0));
}

// Distance to a notched arrowhead that points up, rounded; below zero inside.
float arrow(vec2 p) {
  const vec2 tip = vec2(0.0, -9.5);
  const vec2 wing = vec2(6.6, 7.2);
  const vec2 notch = vec2(0.0, 4.2);
  p.x = abs(p.x);
  float edge = min(segment(p, tip, wing), segment(p, wing, notch));
  vec2 flank = wing - tip;
  vec2 tail = notch - wing;
  bool inside = flank.x * (p.y - tip.y) - flank.y * (p.x - tip.x) > 0.0
    && tail.x * (p.y - wing.y) - tail.y * (p.x - wing.x) > 0.0;
  return (inside ? -edge : edge) - 1.4;
}

float shape() {
  if (v_shape == ${SHAPE.arrow}u) return arrow(v_turned);
  if (v_shape == ${SHAPE.diamond}u) return (abs(v_point.x) + abs(v_point.y) - 8.2) * 0.7071 - 0.8;
  return length(v_point) - (v_shape == ${SHAPE.small}u ? 4.6 : 6.2);
}

// How much of a pixel lies inside, by distance in marker units.
float cover(float distance) {
  return clamp(0.5 - distance * u_scale * u_ratio, 0.0, 1.0);
}

vec4 over(vec4 below, vec3 rgb, float alpha) {
  return vec4(rgb * alpha, alpha) + below * (1.0 - alpha);
}

void main() {
  uint status = v_look & 7u;
  vec3 mark = u_status[min(status, 6u)];
  float halo = 1.5 / u_scale;
  float body = shape();
  float middle = length(v_point);
  vec4 ink = vec4(0.0);
  if ((v_look & ${LOOK_SELECTED}u) != 0u) {
    float ring = abs(middle - 17.4) - 1.2;
    ink = over(ink, u_panel, cover(ring - 0.8));
    ink = over(ink, u_brand, cover(ring));
  }
  if (status == 4u || status == 5u) {
    float ring = abs(middle - 13.2) - (status == 5u ? 1.5 : 0.8);
    ink = over(ink, u_panel, cover(ring - 0.8) * 0.9);
    ink = over(ink, mark, cover(ring));
  }
  ink = over(ink, u_panel, cover(body - halo));
  ink = over(ink, mark, cover(body));
  if ((v_look & ${LOOK_HOLLOW}u) != 0u) ink = over(ink, u_panel, cover(body + 2.0));
  else if (v_shape == ${SHAPE.dotted}u) ink = over(ink, u_panel, cover(middle - 2.2));
  if (ink.a == 0.0) discard;
  colour = ink;
}`;
