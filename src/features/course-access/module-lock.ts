import { formatReleaseDay } from '#src/lib/dates/days.ts'
import type { ModuleLock } from './lock-contract.ts'

/** Returns the label of a locked module: when it opens, or that it is for members. */
export function lockLabel({ opensAt, afterDays }: ModuleLock, zone?: string): string {
	if (opensAt !== null) return `Opens on ${formatReleaseDay(opensAt, zone)}`
	if (afterDays !== null) return `Opens ${afterDays === 1 ? '1 day' : `${afterDays} days`} after you enroll`
	return 'For members'
}

/** Returns whether signing in is enough to open the module. */
export const isForMembersAlone = ({ opensAt, afterDays }: ModuleLock) => opensAt === null && afterDays === null
