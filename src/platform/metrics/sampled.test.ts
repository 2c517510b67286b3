import { expect, test } from 'vitest'
import { Sampled } from './sampled.ts'

/** Returns a source that the test resolves or rejects. */
function oracle() {
	const asked: Array<PromiseWithResolvers<string>> = []
	const ask = () => {
		const answer = Promise.withResolvers<string>()
		asked.push(answer)
		return answer.promise
	}
	return { asked, ask }
}

test('shares one query among concurrent readers and while the sample is fresh', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 60_000, patienceMs: 60_000 })
	const readers = Array.from({ length: 20 }, () => sampled.read())
	expect(asked).toHaveLength(1)
	asked[0]?.resolve('first')
	expect(new Set((await Promise.all(readers)).map(({ value }) => value))).toEqual(new Set(['first']))
	expect(await sampled.read()).toEqual({ value: 'first', answers: true })
	expect(asked).toHaveLength(1)
})

test('queries again when the sample expires', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 0, patienceMs: 60_000 })
	const first = sampled.read()
	asked[0]?.resolve('first')
	await first
	const second = sampled.read()
	asked[1]?.resolve('second')
	expect(await second).toEqual({ value: 'second', answers: true })
})

test('returns the last value on timeout and never has more than one query open', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 0, patienceMs: 1 })
	const first = sampled.read()
	asked[0]?.resolve('before the freeze')
	await first
	for (let scrape = 0; scrape < 5; scrape++)
		expect(await sampled.read()).toEqual({ value: 'before the freeze', answers: false })
	expect(asked).toHaveLength(2)
	asked[1]?.resolve('after it')
	await expect.poll(async () => (await sampled.read()).value).toBe('after it')
})

test('reports a failure, keeps the last value and waits before a retry', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 0, failureKeptMs: 60_000, patienceMs: 60_000 })
	const first = sampled.read()
	asked[0]?.resolve('known')
	await first
	const failed = sampled.read()
	asked[1]?.reject(new Error('the database is away'))
	expect(await failed).toEqual({ value: 'known', answers: false })
	expect(await sampled.read()).toEqual({ value: 'known', answers: false })
	expect(asked).toHaveLength(2)
})
