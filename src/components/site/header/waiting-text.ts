import { formatNumber } from '#src/lib/text/format-number.ts'
/** Returns the count after a section's name for screen readers; empty for 0. */
export const waitingText = (count: number): string => (count > 0 ? ` ${formatNumber(count)} waiting` : '')
