import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountLinks, adminLinks, currentAmong, currentOf } from './navigation.ts'

describe('currentOf', () => {
	it.each([
		['/', '/', 'page'],
		['/', '/courses', undefined],
		['/courses', '/courses', 'page'],
		['/courses', '/courses/12', 'true'],
		['/courses', '/coursework', undefined],
		['/admin', '/admin/users', undefined],
		['/courses', undefined, undefined],
		['/account', '/account', 'page'],
		['/account', '/account/notifications', undefined],
		['/admin/courses', '/admin/courses/12/modules', 'true'],
	] as const)('%s on %s is %s', (href, path, expected) => expect(currentOf(href, path)).toBe(expected))
})

const pages = join(import.meta.dirname, '../../../pages')

describe('header menus', () => {
	it('start with the entries of product.md, in the same order', () => {
		const labels = (links: readonly { label: string }[]) => links.map(({ label }) => label)
		expect(labels(adminLinks).slice(0, 4)).toEqual(['Dashboard', 'Users', 'Courses', 'Coaching'])
		expect(labels(accountLinks).slice(0, 3)).toEqual(['Dashboard', 'My Courses', 'Change Password'])
	})

	it('link to every top-level admin screen', () => {
		const screens = readdirSync(join(pages, 'admin'), { withFileTypes: true })
			.map(({ name }) => (name === 'index.astro' ? '/admin' : `/admin/${name.replace('.astro', '')}`))
			.sort()
		expect(screens.length).toBeGreaterThan(7)
		expect(adminLinks.map(({ href }) => href).sort()).toEqual(screens)
	})

	it("mark the current section's menu button", () => {
		expect(currentAmong(adminLinks, '/admin')).toBe('true')
		expect(currentAmong(adminLinks, '/admin/courses/12/journal')).toBe('true')
		expect(currentAmong(adminLinks, '/courses')).toBeUndefined()
		expect(currentAmong(adminLinks, undefined)).toBeUndefined()
	})
})
