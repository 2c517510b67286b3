// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { filledIn, keepText, restoreText } from './early-text.ts'

function makeIsland(html: string): HTMLElement {
	document.body.innerHTML = `<astro-island prefix="r1">${html}</astro-island>`
	return document.querySelector('astro-island') as HTMLElement
}
const FIELDS = `<input id="email" type="email" value=" dana@example.com ">
	<input id="color" type="color" value=""><input id="file" type="file"><input type="hidden" value="token">
	<select id="kind"><option value="a">A</option><option value="b" selected>B</option></select>
	<input id="secret" type="password"><textarea id="text">As given</textarea>`
const signIn = (age: number) => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = `signed-in=1; Max-Age=${age}`
}
const field = (id: string) => document.getElementById(id) as HTMLInputElement
const namesOf = (island: HTMLElement) => filledIn(island).map(({ id }) => id)

beforeEach(() => {
	sessionStorage.clear()
	localStorage.clear()
})

test('finds only changed fields', () => {
	const island = makeIsland(FIELDS)
	expect(namesOf(island)).toEqual([])
	field('text').value = 'Typed'
	field('kind').value = 'a'
	expect(namesOf(island)).toEqual(['kind', 'text'])
})

test('restores text once, for the same user, and never a password', () => {
	localStorage.setItem('second-chair:user', '{"id":"dana"}')
	signIn(100)
	const island = makeIsland(FIELDS)
	field('text').value = 'Typed'
	field('secret').value = 'password'
	keepText(island, filledIn(island))
	expect(JSON.stringify({ ...sessionStorage })).not.toContain('password')
	localStorage.setItem('second-chair:user', '{"id":"ruth"}')
	restoreText(makeIsland(FIELDS))
	expect(field('text').value).toBe('As given')
	localStorage.setItem('second-chair:user', '{"id":"dana"}')
	restoreText(makeIsland(FIELDS))
	expect([field('text').value, field('secret').value]).toEqual(['Typed', ''])
	restoreText(makeIsland(FIELDS))
	expect(field('text').value).toBe('As given')
})

test('stores nothing of a member after logout', () => {
	localStorage.setItem('second-chair:user', '{"id":"dana"}')
	signIn(0)
	const island = makeIsland(FIELDS)
	field('text').value = 'Typed'
	keepText(island, filledIn(island))
	expect(sessionStorage).toHaveLength(0)
})
