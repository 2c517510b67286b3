import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#src/app/endpoints.ts'
import { contracts } from '#src/features/contracts.ts'
import { BYTES, byteBody, isContract, JSON_TYPE, takesBody } from '#src/lib/api/contract.ts'

const named = contracts.map((contract) => `${contract.method} ${contract.path}`)

test('the list includes every contract that a feature defines', () => {
	const files = import.meta.glob<Record<string, unknown>>(
		['/src/features/*/contract.ts', '/src/features/*/*-contract.ts'],
		{ eager: true },
	)
	const defined = Object.values(files).flatMap((file) => Object.values(file).filter(isContract))
	expect(new Set(defined.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(named))
})

test('each contract has exactly one endpoint', () => {
	expect(endpoints.map(({ contract }) => `${contract.method} ${contract.path}`).sort()).toEqual([...named].sort())
	expect(new Set(endpoints.map(({ contract }) => contract))).toEqual(new Set(contracts))
})

const root = join(import.meta.dirname, '../../..')
const sources = (pattern: string) =>
	globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('services are bound by the names of their contracts', () => {
	const bound = sources('src/{features/*/server,app}/*endpoints.ts').flatMap(({ text }) =>
		[...text.matchAll(/\S*\bhandle\(.*\)/g)].map(([what]) => what),
	)
	// docs/decisions/012: one-click unsubscribe.
	expect(bound).toEqual(['withOneClick(handle(contracts.unsubscribe, unsubscribe))'])
})

test('each query and mutation starts with the name of its contract', () => {
	const described = sources('src/features/*/{,*-}queries.ts').flatMap(({ file, text }) =>
		text.split(/^export /m).flatMap((part) => {
			const [, name] = /^(?:const|function) (\w+)/.exec(part) ?? []
			const [, kind, contract] = /\b(query|list|wholeList|mutation)\((\w+)/.exec(part) ?? []
			return name && contract ? [{ file, name, contract, end: kind === 'mutation' ? 'Mutation' : 'Query' }] : []
		}),
	)
	expect(described.length).toBeGreaterThan(60)
	const misnamed = described.filter(
		({ name, contract, end }) => !new RegExp(`^${contract}([A-Z]\\w*)?${end}$`).test(name),
	)
	expect(misnamed).toEqual([])
})

test('no two contracts have the same method and path', () => {
	expect(new Set(named).size).toBe(named.length)
})

test('each non-JSON response is declared by its contract and fits its schema', () => {
	for (const { path, produces, takes, gives, body, response } of contracts) {
		if (gives === 'file') expect([produces, z.safeParse(response, undefined).success], path).toEqual([JSON_TYPE, true])
		if (takes === BYTES) expect(body, path).toBe(byteBody)
		if (produces !== JSON_TYPE) expect(z.safeParse(response, 'text').success, path).toBe(true)
		if (takes === JSON_TYPE || takes === BYTES) continue
		expect(takes.length, path).toBeGreaterThan(0)
		expect(z.safeParse(body, { type: takes[0], bytes: new Uint8Array(1) }).success, path).toBe(true)
	}
})

// Astro bundles contracts that a page imports, while `handle` stays outside with another instance of `contract.ts`.
test('the check for a body does not depend on the module instance that created the contract', () => {
	const [given] = contracts.filter((contract) => contract.path === '/admin/users/export.csv')
	expect(given && takesBody({ ...given, body: z.undefined() })).toBe(false)
})

test('each mutation with a response body declares it, and no GET has a request body', () => {
	for (const contract of contracts.filter(({ method }) => method === 'GET'))
		expect(contract.body, contract.path).toBe(contracts.find(({ path }) => path === '/api/user')?.body)
})

test('no error asks people to contact us, because the site has no contact address', () => {
	const sentences = contracts.flatMap(({ errors }) => Object.values(errors ?? {}).map(([, sentence]) => sentence))
	expect(sentences.filter((sentence) => /\b(?:write|reply|contact)\b.*\bus\b/i.test(sentence))).toEqual([])
})
