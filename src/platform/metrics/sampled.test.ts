import { expect, test } from 'vitest'
import { Sampled } from './sampled.ts'

/** Answers that come when the test says so. */
function oracle() {
	const asked: Array<PromiseWithResolvers<string>> = []
	const ask = () => {
		const answer = Promise.withResolvers<string>()
		asked.push(answer)
		return answer.promise
	}
	return { asked, ask }
}

test('many readers at once ask once, and for as long as a sample is kept nobody asks again', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 60_000, patienceMs: 60_000 })
	const readers = Array.from({ length: 20 }, () => sampled.read())
	expect(asked).toHaveLength(1)
	asked[0]?.resolve('first')
	expect(new Set((await Promise.all(readers)).map(({ value }) => value))).toEqual(new Set(['first']))
	expect(await sampled.read()).toEqual({ value: 'first', answers: true })
	expect(asked).toHaveLength(1)
})

test('a sample that is kept no longer is asked for anew', async () => {
	const { asked, ask } = oracle()
	const sampled = new Sampled(ask, { keptMs: 0, patienceMs: 60_000 })
	const first = sampled.read()
	asked[0]?.resolve('first')
	await first
	const second = sampled.read()
	asked[1]?.resolve('second')
	expect(await second).toEqual({ value: 'second', answers: true })
})

test('who waits too long gets what was known, and one question stays open however many come', async () => {
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

test('a failure is told, keeps what was known, and is not tried again at once', async () => {
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
