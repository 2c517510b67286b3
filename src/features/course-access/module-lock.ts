import type { ModuleLock } from './lock-contract.ts'

/**
 * `5 Nov`, with the year where it is another than the present one, so that a page that was made before the new year says
 * nothing wrong after it.
 * @param zone IANA; undefined for that of whoever runs this: a reader's browser.
 */
export function releaseDay(when: string, zone?: string): string {
	const parts = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
	const read = (date: Date) => Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))
	const date = new Date(when)
	const { day, month, year } = read(date)
	return `${day} ${month}${year === read(new Date()).year ? '' : ` ${year}`}`
}

/** What a module that is not open says of itself, in place of what is in it. */
export function lockLabel({ opensAt, afterDays }: ModuleLock, zone?: string): string {
	if (opensAt !== null) return `Opens on ${releaseDay(opensAt, zone)}`
	if (afterDays !== null) return `Opens ${afterDays === 1 ? '1 day' : `${afterDays} days`} after you enroll`
	return 'For members'
}

/** Whether nothing but a sign-in is in the way. */
export const isForMembersAlone = ({ opensAt, afterDays }: ModuleLock) => opensAt === null && afterDays === null
