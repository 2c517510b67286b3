/**
 * The chair of the logo, in profile, in a 32 by 32 viewport. The logo is this chair plus the same chair in brass, 18
 * units to the right. `public/favicon.svg` draws the same logo.
 */
export const chair = {
	outline: 'M2.6 2.3c0 6 2.4 8.5 2.4 13.7 0 4.8-.8 8.7-2.4 13.4M11 16c0 5 .2 8.5 1 13.4',
	seat: 'M6 16h5',
} as const
