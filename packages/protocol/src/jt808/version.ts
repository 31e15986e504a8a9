/** The three revisions of JT/T 808 in use. Bit 14 of the header tells 2019; 2011 shows only in some bodies. */
export type Version = 2011 | 2013 | 2019;
