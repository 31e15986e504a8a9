/**
 * The printing of JT/T 809 a platform speaks: 2011; 2011 with the supplement of 2013 (longer terminal models, post-checks that name
 * whom they ask); 2019 (a time in the header, sources instead of numbers). No byte of a frame tells it: it is set for each platform.
 */
export type Revision = 2011 | 2013 | 2019;
