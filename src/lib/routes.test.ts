import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accessOf, refusedPath } from './routes.ts'

const pages = join(import.meta.dirname, '../pages')

/** Screens that are made at each request although everybody may see them. A new one must be named here or guarded. */
const forEverybody = [
	'/apply',
	'/auth',
	'/dev/mail',
	'/dev/mail/[id]',
	'/forgot-password',
	'/reset-password',
	'/unsubscribe/[token]',
]

const renderedPerRequest = readdirSync(pages, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.astro') && !file.startsWith('twin/'))
	.filter((file) => /export const prerender = false/.test(readFileSync(join(pages, file), 'utf8')))
	.map((file) => `/${file.replace(/(\/?index)?\.astro$/, '')}`)

describe('who may see a screen', () => {
	it('is said of every screen that is made at each request', () => {
		expect(renderedPerRequest.length).toBeGreaterThan(20)
		expect(renderedPerRequest.filter((path) => accessOf(path) === 'public').sort()).toEqual(forEverybody)
	})

	it('covers what lies below a guarded path, and not what only begins alike', () => {
		expect(accessOf('/admin')).toBe('admin')
		expect(accessOf('/admin/users')).toBe('admin')
		expect(accessOf('/administration')).toBe('public')
		expect(accessOf('/questions/some-id')).toBe('member')
		expect(accessOf('/courses/some-id')).toBe('public')
	})

	it('sends visitors to the sign-in and others home', () => {
		expect(refusedPath('member')).toBe('/auth')
		expect(refusedPath('admin')).toBe('/')
	})
})
