import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import signalDirective from './islands/signal-directive.ts'
import { KEPT_TOAST_KEY, TOAST_EVENT } from './islands/toast-signal.ts'
import { $toast, dismissToast, KEPT_TOAST_MAX_AGE_MS, showSavedToast, showToast } from './toast.ts'

/** Creates a window with an event target and a storage, which may be blocked. */
function fakeWindow(options: { storage: 'works' | 'forbidden' | 'full' }) {
	const kept = new Map<string, string>()
	const methods = {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem(key: string, value: string) {
			if (options.storage === 'full') throw new DOMException('full', 'QuotaExceededError')
			kept.set(key, value)
		},
		removeItem: (key: string) => void kept.delete(key),
	}
	// As in a browser, the storage's own properties are its keys.
	const storage = new Proxy(methods, {
		ownKeys: () => [...kept.keys()],
		getOwnPropertyDescriptor: (_, key) => ({ value: kept.get(String(key)), enumerable: true, configurable: true }),
	})
	const target = Object.defineProperty(new EventTarget(), 'sessionStorage', {
		get() {
			if (options.storage === 'forbidden') throw new DOMException('forbidden', 'SecurityError')
			return storage
		},
	})
	vi.stubGlobal('window', target)
	return { target, kept }
}

let page: ReturnType<typeof fakeWindow>

beforeEach(() => {
	vi.useFakeTimers()
	page = fakeWindow({ storage: 'works' })
	$toast.set(null)
})

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

describe('showToast', () => {
	it('stores the toast and fires an event', () => {
		const told = vi.fn()
		page.target.addEventListener(TOAST_EVENT, told)
		showToast({ title: 'Comment added' })
		expect($toast.get()).toMatchObject({ title: 'Comment added', variant: 'default' })
		expect($toast.get()?.description).toBeUndefined()
		expect(told).toHaveBeenCalledTimes(1)
	})

	it('replaces the current toast', () => {
		showToast({ title: 'Progress saved' })
		const first = $toast.get()
		showToast({ title: 'Login failed', description: 'Invalid email or password', variant: 'destructive' })
		expect($toast.get()).toMatchObject({
			title: 'Login failed',
			description: 'Invalid email or password',
			variant: 'destructive',
		})
		expect($toast.get()?.id).not.toBe(first?.id)
	})

	it('gives a repeated toast a new id, so that it is announced again', () => {
		showToast({ title: 'Progress saved' })
		const first = $toast.get()?.id
		showToast({ title: 'Progress saved' })
		expect($toast.get()?.id).not.toBe(first)
	})
})

describe('dismissToast', () => {
	it('removes the toast', () => {
		showToast({ title: 'Comment added' })
		dismissToast()
		expect($toast.get()).toBeNull()
	})

	it('does not remove a successor by an old id', () => {
		showToast({ title: 'First' })
		const first = $toast.get()?.id
		showToast({ title: 'Second' })
		dismissToast(first)
		expect($toast.get()?.title).toBe('Second')
		dismissToast($toast.get()?.id)
		expect($toast.get()).toBeNull()
	})
})

describe('toast after navigation', () => {
	const keep = () =>
		showToast({ title: 'Logged in successfully', description: 'Welcome back, Ruth!', afterNavigation: true })

	it('is shown once, on the next page', () => {
		keep()
		expect($toast.get()).toBeNull()
		showSavedToast()
		expect($toast.get()).toMatchObject({
			title: 'Logged in successfully',
			description: 'Welcome back, Ruth!',
			variant: 'default',
		})
		dismissToast()
		showSavedToast()
		expect($toast.get()).toBeNull()
	})

	it('keeps its failure variant', () => {
		showToast({ title: 'Logout failed', variant: 'destructive', afterNavigation: true })
		showSavedToast()
		expect($toast.get()?.variant).toBe('destructive')
	})

	it('is replaced by a later one', () => {
		keep()
		showToast({ title: 'Logged out successfully', afterNavigation: true })
		showSavedToast()
		expect($toast.get()?.title).toBe('Logged out successfully')
	})

	it('expires if the next page never opens', () => {
		keep()
		vi.advanceTimersByTime(KEPT_TOAST_MAX_AGE_MS + 1)
		showSavedToast()
		expect($toast.get()).toBeNull()
		expect(page.kept.size).toBe(0)
	})

	it('does not replace a toast of the new page', () => {
		keep()
		showToast({ title: 'Enrolled Successfully' })
		showSavedToast()
		expect($toast.get()?.title).toBe('Enrolled Successfully')
		expect(page.kept.size).toBe(0)
	})

	it.each(['not json', 'null', '{}', '{"title":7,"keptAt":1}', '"text"'])('ignores %s in storage', (text) => {
		page.kept.set(KEPT_TOAST_KEY, text)
		showSavedToast()
		expect($toast.get()).toBeNull()
		expect(page.kept.size).toBe(0)
	})

	it.each(['forbidden', 'full'] as const)('tolerates storage that is %s', (storage) => {
		page = fakeWindow({ storage })
		keep()
		showSavedToast()
		expect($toast.get()).toBeNull()
		showToast({ title: 'Comment added' })
		expect($toast.get()?.title).toBe('Comment added')
	})
})

describe('client:signal of the toaster', () => {
	const hydrate = vi.fn(async () => undefined)
	const load = vi.fn(async () => hydrate)
	const island = Object.assign(new EventTarget(), { getAttribute: () => null }) as unknown as HTMLElement
	const value = { on: TOAST_EVENT, stored: KEPT_TOAST_KEY, isOptional: true } as unknown as string
	const arrive = () => signalDirective(load, { name: 'Toaster', value }, island)

	beforeEach(() => {
		// A page without a list of island imports, as in development.
		vi.stubGlobal('document', { getElementById: () => null })
		hydrate.mockClear()
		load.mockClear()
	})

	it('loads once, with the first toast', async () => {
		arrive()
		await vi.advanceTimersByTimeAsync(60_000)
		expect(load).not.toHaveBeenCalled()
		showToast({ title: 'Comment added' })
		showToast({ title: 'Comment deleted' })
		await vi.advanceTimersByTimeAsync(0)
		expect(load).toHaveBeenCalledTimes(1)
		expect(hydrate).toHaveBeenCalledTimes(1)
	})

	it('loads immediately for a stored toast', async () => {
		showToast({ title: 'Logged in successfully', afterNavigation: true })
		arrive()
		await vi.advanceTimersByTimeAsync(0)
		expect(hydrate).toHaveBeenCalledTimes(1)
	})

	it('works without storage', async () => {
		page = fakeWindow({ storage: 'forbidden' })
		arrive()
		showToast({ title: 'Comment added' })
		await vi.advanceTimersByTimeAsync(0)
		expect(hydrate).toHaveBeenCalledTimes(1)
	})
})
