import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { $toast } from '../toast.ts'
import { contract, pageQuery } from './contract.ts'
import { CSRF_COOKIE } from './csrf.ts'
import { ApiError } from './errors.ts'
import { mutation, put, query, refresh, useIsPending, useMutation, useQuery } from './query.ts'
import { queryClient } from './query-client.ts'
import { list, useList, wholeList } from './query-list.ts'

const thing = z.object({ name: z.string() })
const params = z.object({ id: z.string() })
const getThing = contract('GET /api/things/:id', { access: 'public', response: thing })
const listThings = contract('GET /api/things', {
	access: 'public',
	query: z.object({ ...pageQuery, kind: z.optional(z.string()) }),
	response: z.array(thing),
})
const renameThing = contract('PATCH /api/things/:id', { access: 'public', body: thing })

let calls: string[]
let answer: (call: string) => Response | Promise<Response>

beforeEach(() => {
	calls = []
	// biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
	document.cookie = `${CSRF_COOKIE}=token`
	vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
		const call = `${method} ${url}`
		calls.push(call)
		return answer(call)
	})
})
afterEach(() => {
	queryClient.clear()
	$toast.set(null)
})

const nameQuery = (id: string) => query(getThing, { params: { id } })

function Thing({ id, initial }: { id: string; initial?: { name: string } }) {
	const { data, error } = useQuery(nameQuery(id), { ...(initial ? { initial } : {}) })
	return <p>{error ? error.message : (data?.name ?? 'waiting')}</p>
}

const renameMutation = (id: string) =>
	mutation(renameThing, {
		key: id,
		input: (name: string) => ({ params: { id }, body: { name } }),
		done: (_, name) => `Now it is ${name}`,
		failed: ['Not renamed', 'No reason given'],
		refreshes: [[getThing, { id }]],
	})

function Rename({ id, onDone, onRefreshed }: { id: string; onDone?: () => void; onRefreshed?: () => void }) {
	const rename = useMutation(renameMutation(id), {
		...(onDone ? { onDone } : {}),
		...(onRefreshed ? { onRefreshed } : {}),
	})
	return (
		<button type="button" onClick={() => rename.mutate('new')}>
			{rename.isError ? `${rename.fallback}: ${rename.error.message}` : 'Rename'}
		</button>
	)
}

test('does not refetch server-rendered data, and refreshes by contract and parameters', async () => {
	answer = () => Response.json({ name: 'fresh' })
	render(
		<>
			<Thing id="a" initial={{ name: 'first a' }} />
			<Thing id="b" initial={{ name: 'first b' }} />
		</>,
	)
	expect(calls).toEqual([])
	await refresh([[getThing, { id: 'a' }]])
	expect(calls).toEqual(['GET /api/things/a'])
	await waitFor(() => expect(screen.getByText('fresh')).toBeDefined())
	expect(screen.getByText('first b')).toBeDefined()
	await refresh([getThing])
	expect(calls.slice(1)).toEqual(['GET /api/things/a', 'GET /api/things/b'])
})

test('shows the toast, and resolves when the screen is refreshed', async () => {
	const stages: string[] = []
	answer = (call) => (call.startsWith('PATCH') ? new Response(null, { status: 204 }) : Response.json({ name: 'new' }))
	render(
		<>
			<Thing id="a" initial={{ name: 'old' }} />
			<Rename
				id="a"
				onDone={() => stages.push(`done: ${screen.queryByText('old') ? 'old' : 'new'}`)}
				onRefreshed={() => stages.push(`refreshed: ${screen.queryByText('old') ? 'old' : 'new'}`)}
			/>
		</>,
	)
	await userEvent.setup().click(screen.getByRole('button'))
	await waitFor(() => expect(stages).toEqual(['done: old', 'refreshed: new']))
	expect($toast.get()?.title).toBe('Now it is new')
	expect(calls).toEqual(['PATCH /api/things/a', 'GET /api/things/a'])
})

const optimisticMutation = mutation(renameThing, {
	input: (name: string) => ({ params: { id: 'a' }, body: { name } }),
	failed: 'Not renamed',
	ahead(name) {
		put(nameQuery('a'), () => ({ name }))
		return () => put(nameQuery('a'), () => ({ name: 'old' }))
	},
})

function OptimisticRename() {
	const rename = useMutation(optimisticMutation)
	const isPending = useIsPending(optimisticMutation)
	return (
		<button type="button" onClick={() => rename.mutate('hoped for')}>
			{isPending ? 'on its way' : 'Rename'}
		</button>
	)
}

test('shows the reason of a failure, refreshes nothing, and reverts the optimistic update', async () => {
	let refuse: (answer: Response) => void = () => {}
	answer = () =>
		new Promise((resolve) => {
			refuse = resolve
		})
	render(
		<>
			<Thing id="a" initial={{ name: 'old' }} />
			<OptimisticRename />
		</>,
	)
	await userEvent.setup().click(screen.getByRole('button'))
	await screen.findByText('hoped for')
	await screen.findByText('on its way')
	refuse(new Response('Taken', { status: 409 }))
	await screen.findByText('old')
	expect($toast.get()).toMatchObject({ title: 'Not renamed', description: 'Taken', variant: 'destructive' })
	expect(calls).toEqual(['PATCH /api/things/a'])
})

test('maps given statuses to a value and fails on others', async () => {
	const thingQuery = query(getThing, { params: { id: 'a' } }, { instead: { of: [401], value: null } })
	const signal = new AbortController().signal
	answer = () => new Response('Please sign in', { status: 401 })
	await expect(thingQuery.queryFn({ signal })).resolves.toBeNull()
	answer = () => new Response('Gone', { status: 404 })
	await expect(thingQuery.queryFn({ signal })).rejects.toThrow('404: Gone')
})

const pageOf = (names: string[], next?: string) =>
	Response.json(
		names.map((name) => ({ name })),
		{ headers: { 'X-Total-Count': '3', ...(next ? { Link: `</api/things?cursor=${next}>; rel="next"` } : {}) } },
	)

function Things() {
	const { items, total, hasMore, loadMore } = useList(list(listThings, { query: { kind: 'x' } }))
	return (
		<>
			<p>
				{items.map(({ name }) => name).join()} of {total}
			</p>
			{hasMore && (
				<button type="button" onClick={loadMore}>
					More
				</button>
			)}
		</>
	)
}

test("follows the server's next link with the same filters until there is none", async () => {
	answer = (call) => (call.includes('cursor=further') ? pageOf(['c']) : pageOf(['a', 'b'], 'further'))
	render(<Things />)
	await screen.findByText('a,b of 3')
	await userEvent.setup().click(screen.getByRole('button', { name: 'More' }))
	await screen.findByText('a,b,c of 3')
	expect(screen.queryByRole('button')).toBeNull()
	expect(calls).toEqual(['GET /api/things?kind=x', 'GET /api/things?kind=x&cursor=further'])
	await expect(wholeList(listThings, {}).queryFn({ signal: new AbortController().signal })).resolves.toHaveLength(3)
})

/** Hydrates server HTML and returns the mismatches. */
function hydrate(html: string, island: ReactNode): unknown[] {
	const onRecoverableError = vi.fn()
	const container = document.createElement('div')
	container.innerHTML = html
	document.body.append(container)
	render(island, { container, hydrate: true, onRecoverableError })
	return onRecoverableError.mock.calls
}

test("hydrates a late island with the server's data, then shows fetched data", async () => {
	answer = () => Response.json({ name: 'fetched' })
	render(<Thing id="a" />)
	await screen.findByText('fetched')
	expect(hydrate('<p>waiting</p>', <Thing id="a" />)).toEqual([])
	await waitFor(() => expect(screen.getAllByText('fetched')).toHaveLength(2))
	expect(hydrate('<p>rendered</p>', <Thing id="a" initial={{ name: 'rendered' }} />)).toEqual([])
	await waitFor(() => expect(screen.getAllByText('fetched')).toHaveLength(3))
})

test("does not hydrate with another island's list or pending change", async () => {
	answer = (call) => (call.startsWith('GET') ? pageOf(['a', 'b']) : new Promise(() => {}))
	render(<Things />)
	render(<OptimisticRename />)
	await screen.findByText('a,b of 3')
	await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
	expect(hydrate('<p> of <!-- -->0</p>', <Things />)).toEqual([])
	expect(hydrate('<button type="button">Rename</button>', <OptimisticRename />)).toEqual([])
	expect(await screen.findAllByText('on its way')).toHaveLength(2)
})

test('refetches stale data after a conflict, and nothing after other failures', async () => {
	answer = () => Response.json({ name: 'fetched' })
	render(<Thing id="a" />)
	await screen.findByText('fetched')
	const { fail } = renameMutation('a')
	await fail(new ApiError(409, 'Taken'), 'new')
	expect(calls).toHaveLength(1)
	await fail(new ApiError(409, 'Changed', { current: { name: 'Theirs', version: 2 } }), 'new')
	expect(calls).toHaveLength(2)
})

const deleteThing = contract('DELETE /api/things/:id', { access: 'public', params })
const deleteThingMutation = mutation(deleteThing, {
	input: (id: string) => ({ params: { id } }),
	done: 'Deleted',
	failed: 'Failed to delete',
	refreshes: [listThings],
})

function Deletable({ onRefreshed }: { onRefreshed: () => void }) {
	const things = useQuery(wholeList(listThings, {}))
	const remove = useMutation(deleteThingMutation, { onRefreshed })
	return (
		<>
			<p>{things.data?.map(({ name }) => name).join(', ')}</p>
			<button type="button" onClick={() => remove.mutate('a')}>
				Delete
			</button>
		</>
	)
}

test.each([
	[404, 'there', ['b'], 1],
	[409, 'in use', ['a, b'], 0],
])('a deletion rejected with %i refreshes the list only if the item is gone', async (status, text, shown, closed) => {
	let names = ['a', 'b']
	answer = (call) =>
		call.startsWith('DELETE') ? new Response(text, { status }) : Response.json(names.map((name) => ({ name })))
	const onRefreshed = vi.fn()
	render(<Deletable onRefreshed={onRefreshed} />)
	await screen.findByText('a, b')
	// Deleted in another tab.
	if (status === 404) names = ['b']
	await userEvent.setup().click(screen.getByRole('button'))
	for (const name of shown) await screen.findByText(name)
	await waitFor(() => expect($toast.get()).toMatchObject({ title: 'Failed to delete', description: text }))
	expect(onRefreshed).toHaveBeenCalledTimes(closed)
	expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(closed + 1)
})

test('runs the follow-up of a deletion with its variables, even if the item was already gone', async () => {
	const follows = vi.fn()
	const { fail } = mutation(deleteThing, { input: (id: string) => ({ params: { id } }), follows })
	await fail(new ApiError(409, 'in use'), 'a')
	expect(follows).not.toHaveBeenCalled()
	await fail(new ApiError(404, 'there'), 'a')
	expect(follows).toHaveBeenCalledExactlyOnceWith(undefined, 'a')
})
