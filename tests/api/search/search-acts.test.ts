import { expect, test } from 'vitest'
import { createSession, deleteSession } from '#src/features/coaching/contract.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { updateProgress } from '#src/features/modules/contract.ts'
import { saveJournal } from '#src/features/modules/journal-contract.ts'
import { type Act, listActs } from '#src/features/search/contract.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { as, makeEpisode, part, setUpSearch, teach } from '#tests/support/search.ts'

setUpSearch()

const actsOf = async (who: Principal) => (await callApi(listActs, { as: who })).json as Act[]

/** Enrolls the member in a course of two modules and completes the first. */
async function enrollAndStart(title: string): Promise<{ id: string; modules: string[] }> {
	const { id } = await teach({ title })
	const modules = [(await part(id)).id, (await part(id)).id]
	await callApi(enroll, { as: as.member, params: { id } })
	await complete(modules[0])
	return { id, modules }
}
const complete = (id = '') => callApi(updateProgress, { as: as.member, params: { id }, body: { isCompleted: true } })

const LATEST = { label: 'Play the latest episode', href: '/podcast/newest', context: 'The newest', plays: 'newest' }

test('everyone can play the latest episode if there is a podcast', async () => {
	expect(await actsOf(as.visitor)).toEqual([])
	await makeEpisode({ id: 'newest', title: 'The newest' })
	for (const who of [as.visitor, as.member]) expect(await actsOf(who)).toEqual([LATEST])
	expect(await actsOf(as.admin)).toContainEqual(LATEST)
	overrideFeatures(['search'])
	try {
		expect(await actsOf(as.member)).toEqual([])
	} finally {
		overrideFeatures(undefined)
	}
})

test('a member can continue a started course until it is complete', async () => {
	const { id, modules } = await enrollAndStart('Client intake')
	const { id: untouched } = await teach({ title: 'Not started' })
	await part(untouched)
	await callApi(enroll, { as: as.member, params: { id: untouched } })
	expect(await actsOf(as.member)).toEqual([{ label: 'Continue Client intake', href: `/courses/${id}` }])
	expect(await actsOf(as.otherMember)).toEqual([])
	expect(await actsOf(as.visitor)).toEqual([])
	await complete(modules[1])
	expect(await actsOf(as.member)).toEqual([])
})

test('the call can be joined from 15 minutes before its start until its end', async () => {
	const join = [{ label: 'Join the call', href: 'https://zoom.example/j/1', context: 'Monthly call' }]
	const plan = { title: 'Monthly call', durationMinutes: 60, timeZone: 'UTC', zoomLink: 'https://zoom.example/j/1' }
	for (const [minutes, acts] of [
		[16, []],
		[14, join],
		[-59, join],
		[-61, []],
	] as const) {
		const scheduledAt = new Date(Date.now() + minutes * 60_000).toISOString()
		const { id } = (await callApi(createSession, { as: as.admin, body: { ...plan, scheduledAt } })).json as {
			id: string
		}
		expect(await actsOf(as.member), `${minutes} minutes before`).toEqual(acts)
		expect(await actsOf(as.visitor)).toEqual([])
		await callApi(deleteSession, { as: as.admin, params: { id } })
	}
})

test('an admin sees the open work of each section, and a member sees none', async () => {
	const { id } = await teach()
	const journal = await part(id, { type: 'journal', additionalContent: { prompt: 'What happened?' } })
	await callApi(enroll, { as: as.member, params: { id } })
	await callApi(saveJournal, { as: as.member, params: { id: journal.id }, body: { content: 'It went well.' } })
	const waiting = { label: 'Journals: 1 waiting', href: '/admin/journal' }
	expect(await actsOf(as.admin)).toContainEqual(waiting)
	expect(await actsOf(as.member)).not.toContainEqual(waiting)
})
