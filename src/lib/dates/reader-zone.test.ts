// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetZone, ownZone, sendZone, zoneOfPage } from './reader-zone.ts'

const TZ = process.env.TZ
/** Moves this computer, as a traveler's laptop is. */
function moveTo(zone: string): void {
	process.env.TZ = zone
}

const cookie = () => decodeURIComponent(document.cookie)

beforeEach(() => {
	moveTo('America/Denver')
	document.documentElement.dataset.auth = 'member'
})
afterEach(() => {
	forgetZone()
	localStorage.clear()
	vi.restoreAllMocks()
	if (TZ === undefined) delete process.env.TZ
	else process.env.TZ = TZ
})

describe('the zone that a browser tells', () => {
	test('is told once, and not asked for by name again while the clocks are the same', () => {
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
		const asked = vi.spyOn(Intl, 'DateTimeFormat')
		sendZone()
		expect(asked).not.toHaveBeenCalled()
		expect(cookie()).toContain('zone=America/Denver')
	})

	test.each(['America/New_York', 'America/Phoenix'])('is told anew by who travels to %s', (zone) => {
		sendZone()
		moveTo(zone)
		sendZone()
		expect(cookie()).toContain(`zone=${zone}`)
	})

	test('is told anew after it was forgotten', () => {
		sendZone()
		forgetZone()
		expect(cookie()).not.toContain('zone=')
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
	})

	test('is told where nothing can be kept', () => {
		vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
			throw new Error('denied')
		})
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new Error('denied')
		})
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
		moveTo('America/New_York')
		sendZone()
		expect(cookie()).toContain('zone=America/New_York')
	})

	test.each(['Etc/Unknown', 'Foo/Bar', '', undefined])(
		'is none where it is called %s, and what was told before is taken back',
		(zone) => {
			sendZone()
			moveTo('America/New_York')
			const options = Intl.DateTimeFormat().resolvedOptions()
			vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
				...options,
				timeZone: zone as string,
			})
			expect(ownZone()).toBeUndefined()
			sendZone()
			expect(cookie()).toMatch(/(^|; )zone=(;|$)/)
			const asked = vi.spyOn(Intl, 'DateTimeFormat')
			sendZone()
			expect(asked).not.toHaveBeenCalled()
		},
	)

	test('of a page counts where this browser can compute with it', () => {
		document.documentElement.dataset.zone = 'Etc/Unknown'
		expect(zoneOfPage()).toBeUndefined()
		document.documentElement.dataset.zone = 'America/Denver'
		expect(zoneOfPage()).toBe('America/Denver')
		delete document.documentElement.dataset.zone
	})

	test('is not told by visitors', () => {
		document.documentElement.dataset.auth = 'visitor'
		sendZone()
		expect(cookie()).not.toContain('zone=')
	})
})
