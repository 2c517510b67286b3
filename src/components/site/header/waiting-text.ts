import { formatNumber } from '#src/lib/text/format-number.ts'
/** Returns the count that screen readers read after a section's name; empty for 0. */
export const waitingText = (count: number): string => (count > 0 ? ` ${formatNumber(count)} waiting` : '')
