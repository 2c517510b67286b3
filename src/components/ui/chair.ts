/**
 * The chair of the mark, seen from the side, in a 32 by 32 field. The mark is this chair and, 18 units to the right,
 * the same chair in brass. `public/favicon.svg` draws the same.
 */
export const chair = {
	outline: 'M2.6 2.3c0 6 2.4 8.5 2.4 13.7 0 4.8-.8 8.7-2.4 13.4M11 16c0 5 .2 8.5 1 13.4',
	seat: 'M6 16h5',
} as const
