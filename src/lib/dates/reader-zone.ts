import { readCookie } from '../api/csrf.ts'
import { knownZone } from '../known-zone.ts'

/** Tells the server by what clocks somebody lives, so that a page has their times when it arrives. */
export const ZONE_COOKIE = 'zone'

/** A year. */
const KEPT_SECONDS = 31_536_000

/**
 * Returns the zone of this browser's clocks, or undefined where it cannot name it: Chromium then says `Etc/Unknown`,
 * others nothing, and a date formatted with either throws.
 */
export const ownZone = (): string | undefined => knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')

let ask = (): string | undefined =>
	typeof document === 'undefined' ? undefined : knownZone(document.documentElement.dataset.zone ?? '')

/** The zone that this page was written in, where its reader's browser had told it. */
export const zoneOfPage = () => ask()

/** For the server alone, which writes the pages of many at a time. */
export function askForZone(other: () => string | undefined): void {
	ask = other
}

/** By what the clocks of this browser differed from UTC when the cookie was told. */
const CLOCKS_KEY = 'second-chair:clocks'

/**
 * By what the clocks of this browser differ from UTC, month by month of this year. The first question for the name of
 * the zone takes 20 ms of a page's first paint, and four times as much of a phone's; this takes none that one can measure.
 */
const clocks = (year = new Date().getFullYear()) =>
	Array.from({ length: 12 }, (_, month) => new Date(year, month).getTimezoneOffset()).join(' ')

function toldClocks(): string | null {
	try {
		return localStorage.getItem(CLOCKS_KEY)
	} catch {
		return null
	}
}

function keepClocks(now: string): void {
	try {
		localStorage.setItem(CLOCKS_KEY, now)
	} catch {
		// Asked by name with every page then.
	}
}

/** Keeps the cookie as the clocks of this browser are, for who is signed in and who is about to be. */
export function sendZone(): void {
	const isVisitor = document.documentElement.dataset.auth === 'visitor'
	if (isVisitor && location.pathname !== '/auth') return
	const told = readCookie(ZONE_COOKIE)
	const now = clocks()
	if (told !== undefined && toldClocks() === now) return
	// Empty where the browser has no name for it: what an earlier page said of another zone must not stand.
	const zone = ownZone() ?? ''
	keepClocks(now)
	if (told === zone) return
	const isSecure = location.protocol === 'https:' ? '; Secure' : ''
	// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
	document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; Path=/; SameSite=Lax; Max-Age=${KEPT_SECONDS}${isSecure}`
}

/** Takes the cookie away again. */
export function forgetZone(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as above
	document.cookie = `${ZONE_COOKIE}=; Max-Age=0; Path=/`
}
