// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetZone, ownZone, sendZone, zoneOfPage } from './reader-zone.ts'

const TZ = process.env.TZ
/** Changes the time zone of this process. */
function setTimeZone(zone: string): void {
	process.env.TZ = zone
}

const cookie = () => decodeURIComponent(document.cookie)

beforeEach(() => {
	setTimeZone('America/Denver')
	document.documentElement.dataset.auth = 'member'
})
afterEach(() => {
	forgetZone()
	localStorage.clear()
	vi.restoreAllMocks()
	if (TZ === undefined) delete process.env.TZ
	else process.env.TZ = TZ
})

describe('browser time zone', () => {
	test('is sent, and not looked up again while the UTC offsets are unchanged', () => {
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
		const constructorSpy = vi.spyOn(Intl, 'DateTimeFormat')
		sendZone()
		expect(constructorSpy).not.toHaveBeenCalled()
		expect(cookie()).toContain('zone=America/Denver')
	})

	test.each(['America/New_York', 'America/Phoenix'])('is sent again after a move to %s', (zone) => {
		sendZone()
		setTimeZone(zone)
		sendZone()
		expect(cookie()).toContain(`zone=${zone}`)
	})

	test('is sent again after its cookie was deleted', () => {
		sendZone()
		forgetZone()
		expect(cookie()).not.toContain('zone=')
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
	})

	test('is sent even if storage is blocked', () => {
		vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
			throw new Error('denied')
		})
		vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
			throw new Error('denied')
		})
		sendZone()
		expect(cookie()).toContain('zone=America/Denver')
		setTimeZone('America/New_York')
		sendZone()
		expect(cookie()).toContain('zone=America/New_York')
	})

	test.each(['Etc/Unknown', 'Foo/Bar', '', undefined])(
		'is not sent if its name is %s, and an earlier zone is deleted',
		(zone) => {
			sendZone()
			setTimeZone('America/New_York')
			const options = Intl.DateTimeFormat().resolvedOptions()
			vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
				...options,
				timeZone: zone as string,
			})
			expect(ownZone()).toBeUndefined()
			sendZone()
			expect(cookie()).toMatch(/(^|; )zone=(;|$)/)
			const constructorSpy = vi.spyOn(Intl, 'DateTimeFormat')
			sendZone()
			expect(constructorSpy).not.toHaveBeenCalled()
		},
	)

	test("is overridden by the page's zone if this browser supports it", () => {
		document.documentElement.dataset.zone = 'Etc/Unknown'
		expect(zoneOfPage()).toBeUndefined()
		document.documentElement.dataset.zone = 'America/Denver'
		expect(zoneOfPage()).toBe('America/Denver')
		delete document.documentElement.dataset.zone
	})

	test('is not sent for visitors', () => {
		document.documentElement.dataset.auth = 'visitor'
		sendZone()
		expect(cookie()).not.toContain('zone=')
	})
})
