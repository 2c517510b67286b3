import { afterEach, expect, test } from 'vitest'
import { overrideFeatures } from '../site/features.ts'
import { setSite } from '../site/site.ts'
import { planLabel } from './plan-label.ts'
import { costText, publicPlans, setPublicPlans } from './public-plans.ts'

const solo = {
	...{ id: '1', name: 'Solo', description: '', amountCents: 4_900, currency: 'USD', months: 1, trialDays: 0 },
}

afterEach(() => {
	setPublicPlans([])
	setSite({})
	overrideFeatures(undefined)
})

test('a club that collects no dues shows no plan', () => {
	setPublicPlans([solo])
	overrideFeatures([])
	expect(publicPlans()).toEqual([])
})

test('names a plan with its price and its free days', () => {
	expect(planLabel(solo)).toBe('Solo, $49 a month')
	expect(planLabel({ ...solo, months: 12, trialDays: 14 })).toBe('Solo, $49 a year, 14 days free')
})

test("the owner's text on the cost is hidden if it names a price and there are plans", () => {
	overrideFeatures(['dues'])
	setSite({ collectsDues: 'on', membershipCost: '$49 a month, billed monthly.' })
	expect(costText()).toBe('$49 a month, billed monthly.')
	setPublicPlans([solo])
	expect(costText()).toBe('')
	setSite({ collectsDues: 'on', membershipCost: 'Less than one billable hour.' })
	expect(costText()).toBe('Less than one billable hour.')
})
