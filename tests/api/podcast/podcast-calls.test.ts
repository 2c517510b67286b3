import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getPodcast } from '#src/features/podcast/contract.ts'
import { deleteTranscript, saveTranscript } from '#src/features/podcast/library-admin-contract.ts'
import { type EpisodeDetail, getEpisode, getTranscript } from '#src/features/podcast/library-contract.ts'
import * as blobs from '#src/features/podcast/server/library/cue-blob.ts'
import { resetRateLimit } from '#src/features/podcast/server/library/library-service.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeEpisode } from '#tests/support/search.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	resetRateLimit()
	await makeEpisode({ id: 'one', title: 'One' })
	await makeEpisode({ id: 'two', title: 'Two' })
})
afterEach(async () => {
	vi.restoreAllMocks()
	resetRateLimit()
	await database.discard()
})

const save = async (text: string) => {
	const reply = await callApi(saveTranscript, { as: as.admin, params: { id: 'one' }, body: { format: 'text', text } })
	expect(reply.status, reply.text).toBe(200)
}
const episode = (id = 'one', principal: PrincipalName = 'visitor') =>
	callApi(getEpisode, { as: as[principal], params: { id } })
const transcript = (headers: Record<string, string> = {}, principal: PrincipalName = 'visitor') =>
	callApi(getTranscript, { as: as[principal], params: { id: 'one' }, headers })

describe('a public request for an episode', () => {
	test('returns whether there is a transcript without decompressing it', async () => {
		await save('The client was Jane Roe.')
		const unpack = vi.spyOn(blobs, 'unpackCues')
		expect(((await episode()).json as EpisodeDetail).hasTranscript).toBe(true)
		expect(((await episode('two')).json as EpisodeDetail).hasTranscript).toBe(false)
		expect(unpack).not.toHaveBeenCalled()
	})

	test('decompresses a transcript once, and not for a 304', async () => {
		await save('The client was Jane Roe, of Springfield.')
		const unpack = vi.spyOn(blobs, 'unpackCues')
		const first = await transcript()
		expect(first.text).toContain('Springfield')
		expect((await transcript()).text).toBe(first.text)
		expect(unpack).toHaveBeenCalledTimes(1)
		await save('The client was John Doe, of Shelbyville.')
		const callsBefore = unpack.mock.calls.length
		const etag = String(first.header('ETag'))
		const second = await transcript({ 'If-None-Match': etag })
		expect([second.status, second.text.includes('Shelbyville')]).toEqual([200, true])
		expect(unpack).toHaveBeenCalledTimes(callsBefore + 1)
		expect((await transcript({ 'If-None-Match': String(second.header('ETag')) })).status).toBe(304)
		expect(unpack).toHaveBeenCalledTimes(callsBefore + 1)
		await callApi(deleteTranscript, { as: as.admin, params: { id: 'one' } })
		expect((await transcript({ 'If-None-Match': String(second.header('ETag')) })).status).toBe(404)
	})

	test('is revalidated by shared caches, because no purge covers it', async () => {
		await save('The client was Jane Roe.')
		for (const request of [episode, (_?: string, principal?: PrincipalName) => transcript({}, principal)]) {
			expect((await request('one', 'visitor')).header('cache-control')).toBe('public, no-cache')
			expect((await request('one', 'member')).header('cache-control')).toBe('private, no-cache')
		}
		expect((await callApi(getPodcast, { as: as.visitor })).header('cache-control')).toBe('public, no-cache')
	})

	test.each([
		['visitor', 60],
		['member', 120],
	] as const)('from a %s is limited to %i a minute, episodes and transcripts together', async (principal, limit) => {
		await save('The client was Jane Roe.')
		for (let n = 0; n < limit / 2; n++)
			expect([(await episode('one', principal)).status, (await transcript({}, principal)).status]).toEqual([200, 200])
		for (const reply of [await episode('one', principal), await transcript({}, principal)]) {
			expect([reply.status, reply.text]).toEqual([...getTranscript.errors.tooFast])
			expect(Number(reply.header('Retry-After'))).toBeGreaterThan(0)
		}
		expect((await episode('one', 'otherMember')).status).toBe(200)
	})
})
