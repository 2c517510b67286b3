import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateModule } from '#src/features/modules/contract.ts'
import * as contracts from '#src/features/modules/draft-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { admin, DAY, draftOf, drafts, module, savedDraft, setUpDrafts } from '#tests/support/courses/drafts.ts'

setUpDrafts()
// Fakes only the date, because the driver uses real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test.each([
	['a day', DAY],
	['a year', 365 * DAY],
])('only later changes mark a draft as outdated, even after a clock was ahead by %s', async (_, ahead) => {
	const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
	const isBehind = async () => (await drafts()).drafts.map((draft) => draft.isBehind)
	const signInAgain = async () => signedIn(await insertAccount({ role: 'admin' }))
	const savedBy = async (as: Principal, body: object) =>
		expect((await callApi(updateModule, { as, params: { id: module.id }, body: body as never })).status).toBe(200)
	// The draft is started before the clock jumps, and the module is changed while the clock is ahead.
	await savedDraft()
	jump(ahead)
	await savedBy(await signInAgain(), { title: 'Changed ahead' })
	jump(-ahead)
	expect(await isBehind()).toEqual([true])
	// The draft is started after the clock is corrected.
	await callApi(contracts.deleteDraft, { as: admin, params: { id: module.id }, query: {} })
	jump(1000)
	await savedDraft()
	expect(await isBehind()).toEqual([false])
	jump(1000)
	await savedBy(admin, { title: 'Changed after' })
	expect(await isBehind()).toEqual([true])
	// The draft is started while the clock is ahead, and the module is changed after the correction.
	await callApi(contracts.deleteDraft, { as: admin, params: { id: module.id }, query: {} })
	jump(ahead)
	const later = await signInAgain()
	await callApi(contracts.updateDraft, { as: later, params: { id: module.id }, body: draftOf() as never })
	jump(-ahead)
	expect(await isBehind()).toEqual([false])
	await savedBy(admin, { title: 'Changed last' })
	expect(await isBehind()).toEqual([true])
})
