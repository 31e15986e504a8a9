/** A dry run: vehicles, days, and what it names of what it found. */
export const TRY_VEHICLES = 50;
export const TRY_DAYS = 7;
export const TRY_LISTED = 500;
