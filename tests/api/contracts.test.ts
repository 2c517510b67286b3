import { expect, test } from 'vitest'
import { contracts } from '#src/features/contracts.ts'
import { routes } from '#tests/support/api.ts'

const named = contracts.map((contract) => `${contract.method} ${contract.path}`)

test('contracts and route exports are the same set', () => {
	expect([...routes.keys()].sort()).toEqual([...named].sort())
})

test('every route serves the very contract of its path', () => {
	for (const [name, endpoint] of routes) expect(`${endpoint.contract.method} ${endpoint.contract.path}`).toBe(name)
})

test('no two contracts claim one method and path', () => {
	expect(new Set(named).size).toBe(named.length)
})

test('a mutation that answers a body says so, and a GET never takes one', () => {
	for (const contract of contracts.filter(({ method }) => method === 'GET'))
		expect(contract.body, contract.path).toBe(contracts.find(({ path }) => path === '/api/user')?.body)
})
