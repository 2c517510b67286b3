import { formatNumber } from '#src/lib/text/format-number.ts'
/** What stands after the name of a section for those who hear it; nothing where nothing waits. */
export const waitingText = (count: number): string => (count > 0 ? ` ${formatNumber(count)} waiting` : '')
