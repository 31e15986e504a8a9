/** The three revisions of JT/T 808 in use. Bit 14 of the header means 2019; only some bodies show 2011. */
export type Version = 2011 | 2013 | 2019;
