import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as duesContracts from '../dues-contract.ts'
import * as plansContracts from '../plans-contract.ts'
import * as coupons from './coupons.ts'
import * as memberActs from './member-acts.ts'
import * as memberPlan from './member-plan.ts'
import * as memberships from './memberships.ts'
import * as plans from './plans.ts'

export const endpoints = [
	...handleAll(contracts, memberships),
	...handleAll(duesContracts, memberActs, memberPlan, memberships),
	...handleAll(plansContracts, plans, coupons),
]
