/**
 * The revision of JT/T 809 of a platform: 2011; 2011 with the supplement of 2013 (longer terminal models, named users in post-checks);
 * 2019 (a time in the header, sources instead of numbers). Frames do not show it: it is a setting per platform.
 */
export type Revision = 2011 | 2013 | 2019;
