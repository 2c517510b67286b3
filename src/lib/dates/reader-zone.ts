import { readCookie } from '../api/csrf.ts'
import { keepStored, readStored } from '../browser-storage.ts'
import { knownZone } from './known-zone.ts'

/** Cookie with the user's time zone, so that pages arrive with local times. */
export const ZONE_COOKIE = 'zone'

const KEPT_SECONDS = 31_536_000

/**
 * Returns the time zone of this browser, or undefined if unknown: Chromium then reports `Etc/Unknown`, others
 * nothing, and formatting a date with either throws.
 */
export const ownZone = (): string | undefined => knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')

let ask = (): string | undefined =>
	typeof document === 'undefined' ? undefined : knownZone(document.documentElement.dataset.zone ?? '')

/** Returns the zone this page was rendered in, if the browser had sent one. */
export const zoneOfPage = () => ask()

/** Sets the source of the zone. For the server only, which renders many pages concurrently. */
export function askForZone(other: () => string | undefined): void {
	ask = other
}

/** Storage key of the UTC offsets at the time the cookie was set. */
const CLOCKS_KEY = 'second-chair:clocks'

/**
 * Returns this browser's UTC offsets for each month of this year. The first lookup of the zone's name takes 20 ms
 * before the first paint, and four times that on a phone; this is free.
 */
const clocks = (year = new Date().getFullYear()) =>
	Array.from({ length: 12 }, (_, month) => new Date(year, month).getTimezoneOffset()).join(' ')

/** Keeps the cookie up to date, for signed-in users and during a sign-in. */
export function sendZone(): void {
	const isVisitor = document.documentElement.dataset.auth === 'visitor'
	if (isVisitor && location.pathname !== '/auth') return
	const told = readCookie(ZONE_COOKIE)
	const now = clocks()
	if (told !== undefined && readStored(CLOCKS_KEY) === now) return
	// Empty if the browser cannot name its zone: the zone of an earlier page must not stay.
	const zone = ownZone() ?? ''
	keepStored(CLOCKS_KEY, now)
	if (told === zone) return
	const isSecure = location.protocol === 'https:' ? '; Secure' : ''
	// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
	document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; SameSite=Lax; Max-Age=${KEPT_SECONDS}${isSecure}`
}

export function forgetZone(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as above
	document.cookie = `${ZONE_COOKIE}=; Max-Age=0; Path=/`
}
