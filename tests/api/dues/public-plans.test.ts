import { afterEach, expect, test } from 'vitest'
import { loadPlans, publicPlansKind } from '#src/app/public-pages/plans.ts'
import { renderFingerprint } from '#src/app/publish/page-cache.ts'
import { loadPublicPlans } from '#src/features/dues/server/public-plans.ts'
import { publicPlans, setPublicPlans } from '#src/lib/dues/public-plans.ts'
import { setSite } from '#src/lib/site/site.ts'
import { addPlan, setUpDues } from '#tests/support/dues.ts'

setUpDues()
afterEach(() => setPublicPlans([]))

const names = () => publicPlans().map(({ name }) => name)
const inputs = () => renderFingerprint({ id: 'r1', inputs: '', scriptHashes: [], styleHashes: [], features: [] })

test('public pages show the offered plans, and are rendered again after a change', async () => {
	await addPlan({ name: 'Solo' })
	await addPlan({ name: 'By arrangement', isPublic: false })
	const before = inputs()
	await loadPublicPlans()
	expect(names()).toEqual(['Solo'])
	expect(inputs()).not.toBe(before)
})

test('a build shows the plans of its snapshot', async () => {
	await addPlan({ name: 'Solo' })
	loadPlans(JSON.parse(JSON.stringify({ plans: await publicPlansKind.content.current() })))
	expect(names()).toEqual(['Solo'])
	loadPlans({ plans: 'of another release' })
	expect(names()).toEqual(['Solo'])
})

test('no page shows plans while dues are off', async () => {
	await addPlan({ name: 'Solo' })
	await loadPublicPlans()
	setSite({})
	expect(names()).toEqual([])
})
