import * as z from 'zod/mini'
import { call, callPage } from '#src/lib/api/api-client.ts'
import { contract } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'

// Code that the compiler must reject. Nothing here runs: tsc fails if an expected error is missing.

const getThing = contract('GET /api/things/:id', {
	access: 'member',
	query: z.object({ search: z.string(), limit: z._default(z.number(), 50) }),
	response: z.array(z.object({ name: z.string() })),
	errors: { notFound: [404, 'There is no such thing'] },
})
const addThing = contract('POST /api/things', { access: 'admin', body: z.object({ name: z.string() }) })
const ping = contract('GET /api/ping', { access: 'public' })
const upload = contract('POST /api/pictures', {
	access: 'member',
	takes: ['image/png'],
	body: z.object({ type: z.string(), bytes: z.custom<Uint8Array>() }),
})

export const accepted = [
	() => call(getThing, { params: { id: '1' }, query: { search: 'x' } }),
	() => callPage(getThing, { params: { id: '1' }, query: { search: 'x', limit: 10 } }),
	() => call(addThing, { body: { name: 'a' } }),
	() => call(ping),
	() => call(upload, { body: { type: 'image/png', bytes: new Uint8Array() } }),
	() => httpError(getThing.errors.notFound),
]

export const refused = [
	// @ts-expect-error nothing is given
	() => call(getThing),
	// @ts-expect-error the id is missing
	() => call(getThing, { query: { search: 'x' } }),
	// @ts-expect-error the id has another name
	() => call(getThing, { params: { thingId: '1' }, query: { search: 'x' } }),
	// @ts-expect-error a query value that the contract requires is missing
	() => callPage(getThing, { params: { id: '1' }, query: { limit: 10 } }),
	// @ts-expect-error the body is missing
	() => call(addThing),
	// @ts-expect-error the body has another form
	() => call(addThing, { body: { title: 'a' } }),
	// @ts-expect-error the contract takes no body
	() => call(ping, { body: { name: 'a' } }),
	// @ts-expect-error the contract has no such error
	() => httpError(getThing.errors.gone),
]

// @ts-expect-error a service may not leave out the response that its contract promises
export const silent: Service<typeof getThing> = async () => undefined
// @ts-expect-error nor give another one
export const wrong: Service<typeof getThing> = async () => [{ title: 'a' }]
export const unchanged: Service<typeof getThing> = async (_, context) => context.notModified('"1"') ?? [{ name: 'a' }]
export const empty: Service<typeof addThing> = async () => undefined
