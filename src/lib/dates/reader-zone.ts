import { readCookie } from '../api/csrf.ts'
import { keepStored, readStored } from '../browser-storage.ts'
import { knownZone } from './known-zone.ts'

/** Cookie with the user's time zone, so that pages arrive with local times. */
export const ZONE_COOKIE = 'zone'

const MAX_AGE_SECONDS = 31_536_000

/**
 * Returns the time zone of this browser, or undefined if it is unknown. Chromium then reports `Etc/Unknown` and other
 * browsers report nothing, and formatting a date with either throws.
 */
export const ownZone = (): string | undefined => knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')

let getPageZone = (): string | undefined =>
	typeof document === 'undefined' ? undefined : knownZone(document.documentElement.dataset.zone ?? '')

/** Returns the zone this page was rendered in, if the browser had sent one. */
export const zoneOfPage = () => getPageZone()

/** Sets the source of the zone. Only for the server, which renders many pages concurrently. */
export function setZoneSource(source: () => string | undefined): void {
	getPageZone = source
}

/** Storage key of the UTC offsets at the time the cookie was set. */
const CLOCKS_KEY = 'second-chair:clocks'

/**
 * Returns this browser's UTC offsets for each month of this year. Changed offsets show that the zone's name must be
 * looked up again: the first lookup takes 20 ms before the first paint, and four times that on a phone.
 */
const utcOffsets = (year = new Date().getFullYear()) =>
	Array.from({ length: 12 }, (_, month) => new Date(year, month).getTimezoneOffset()).join(' ')

/** Keeps the cookie up to date, for signed-in users and during a sign-in. */
export function sendZone(): void {
	const isVisitor = document.documentElement.dataset.auth === 'visitor'
	if (isVisitor && location.pathname !== '/auth') return
	const sentZone = readCookie(ZONE_COOKIE)
	const offsets = utcOffsets()
	if (sentZone !== undefined && readStored(CLOCKS_KEY) === offsets) return
	// Empty if the browser cannot name its zone, so that the zone of an earlier page does not stay.
	const zone = ownZone() ?? ''
	keepStored(CLOCKS_KEY, offsets)
	if (sentZone === zone) return
	const secureFlag = location.protocol === 'https:' ? '; Secure' : ''
	// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
	document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secureFlag}`
}

export function forgetZone(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as above
	document.cookie = `${ZONE_COOKIE}=; Max-Age=0; Path=/`
}
