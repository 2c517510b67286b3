import type { ModuleLock } from './lock-contract.ts'

/**
 * Formats a day as `5 Nov`, with the year if it is not the current one, so a page rendered before the new year stays
 * correct after it.
 * @param zone IANA time zone; undefined for the zone of the browser or server.
 */
export function releaseDay(when: string, zone?: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
	const read = (date: Date) => Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))
	const date = new Date(when)
	const { day, month, year } = read(date)
	return `${day} ${month}${year === read(new Date()).year ? '' : ` ${year}`}`
}

/** Returns the text that a locked module shows instead of its content. */
export function lockLabel({ opensAt, afterDays }: ModuleLock, zone?: string): string {
	if (opensAt !== null) return `Opens on ${releaseDay(opensAt, zone)}`
	if (afterDays !== null) return `Opens ${afterDays === 1 ? '1 day' : `${afterDays} days`} after you enroll`
	return 'For members'
}

/** Returns whether a sign-in is all that is missing. */
export const isForMembersAlone = ({ opensAt, afterDays }: ModuleLock) => opensAt === null && afterDays === null
