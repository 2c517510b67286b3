import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
	$user,
	findUser,
	initialOf,
	parseUser,
	removeStoredUser,
	type SignedInUser,
	STORED_USER_KEY,
	setUser,
} from './auth-state.ts'

const member: SignedInUser = {
	id: 'm1',
	name: 'Tomas Keller',
	username: 'tomas',
	email: 'tomas@example.com',
	role: 'user',
}
const admin: SignedInUser = { ...member, id: 'a1', name: 'Ruth Adeyemi', role: 'admin' }

const page = { cookie: '', documentElement: { dataset: {} as Record<string, string> } }
const stored = new Map<string, string>()
const fetchUser = vi.fn<() => Promise<Response>>()

beforeEach(() => {
	page.cookie = ''
	page.documentElement.dataset = {}
	stored.clear()
	fetchUser.mockReset()
	$user.set(undefined)
	vi.stubGlobal('document', page)
	vi.stubGlobal('fetch', fetchUser)
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
		removeItem: (key: string) => stored.delete(key),
	})
})
afterEach(() => vi.unstubAllGlobals())

const storeUser = (user: SignedInUser) => stored.set(STORED_USER_KEY, JSON.stringify(user))

describe('initialOf', () => {
	it.each([
		[{ name: 'ruth', username: 'x' }, 'R'],
		[{ name: '', username: 'tomas' }, 'T'],
		[{ name: ' élodie', username: '' }, 'É'],
		[{ name: null, username: null }, 'U'],
		[undefined, 'U'],
	])('%j is %s', (person, letter) => expect(initialOf(person)).toBe(letter))
})

describe('parseUser', () => {
	it('reads a user', () => expect(parseUser(JSON.stringify(member))).toEqual(member))
	it.each([null, '', 'nonsense', 'null', '[]', '{"id":1}', '{"id":"1","email":"a@b.c","role":"owner"}'])(
		'rejects %j',
		(text) => expect(parseUser(text)).toBeNull(),
	)
})

describe('setUser', () => {
	it('updates the store, the storage and the style sheet', () => {
		setUser(admin)
		expect($user.get()).toEqual(admin)
		expect(page.documentElement.dataset.auth).toBe('admin')
		expect(parseUser(stored.get(STORED_USER_KEY))).toEqual(admin)
		setUser(member)
		expect(page.documentElement.dataset.auth).toBe('member')
		setUser(null)
		expect($user.get()).toBeNull()
		expect(page.documentElement.dataset.auth).toBe('visitor')
		expect(stored.size).toBe(0)
	})

	it('marks a member whose membership lapsed, until they are in good standing again', async () => {
		const lapsed = { ...member, isInGoodStanding: false }
		setUser(lapsed)
		expect(page.documentElement.dataset).toMatchObject({ auth: 'member', lapsed: '' })
		// On the next page the stored user is known before the server answers.
		page.documentElement.dataset = {}
		page.cookie = 'signed-in=1'
		fetchUser.mockImplementation(async () => {
			expect(page.documentElement.dataset.lapsed).toBe('')
			return Response.json(member)
		})
		await findUser()
		expect(page.documentElement.dataset).not.toHaveProperty('lapsed')
	})

	it('works if storage is blocked', () => {
		const refuse = () => {
			throw new Error('denied')
		}
		vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
		setUser(member)
		expect($user.get()).toEqual(member)
	})
})

describe('findUser', () => {
	it('sends no request for a visitor, and deletes the stored user', async () => {
		storeUser(member)
		await findUser()
		expect(fetchUser).not.toHaveBeenCalled()
		expect($user.get()).toBeNull()
		expect(stored.size).toBe(0)
	})

	it('shows the stored user until the server answers', async () => {
		page.cookie = 'a=b; signed-in=1'
		storeUser(member)
		let answer: (response: Response) => void = () => undefined
		fetchUser.mockReturnValue(new Promise((resolve) => (answer = resolve)))
		const pending = findUser()
		expect($user.get()).toEqual(member)
		answer(Response.json(admin))
		await pending
		expect($user.get()).toEqual(admin)
		expect(page.documentElement.dataset.auth).toBe('admin')
	})

	it('treats a 401 as a visitor, and deletes the cookie', async () => {
		page.cookie = 'signed-in=1'
		storeUser(member)
		fetchUser.mockResolvedValue(new Response('', { status: 401 }))
		await findUser()
		expect($user.get()).toBeNull()
		expect(stored.size).toBe(0)
		expect(page.cookie).toContain('Max-Age=0')
	})

	it.each([
		['the network fails', () => fetchUser.mockRejectedValue(new TypeError('Failed to fetch'))],
		['the server has a fault', () => fetchUser.mockResolvedValue(new Response('', { status: 503 }))],
	])('keeps the last known user when %s', async (_, fail) => {
		fail()
		page.cookie = 'signed-in=1'
		storeUser(member)
		await findUser()
		expect($user.get()).toEqual(member)
		stored.clear()
		await findUser()
		expect($user.get()).toBeNull()
	})
})

describe('removeStoredUser', () => {
	it('does not change the page, which is about to be left', () => {
		setUser(member)
		removeStoredUser()
		expect(stored.size).toBe(0)
		expect($user.get()).toEqual(member)
	})
})
