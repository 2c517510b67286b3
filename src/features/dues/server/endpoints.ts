import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as duesContracts from '../dues-contract.ts'
import * as plansContracts from '../plans-contract.ts'
import * as cardActs from './cards/card-acts.ts'
import { webhook } from './cards/webhook.ts'
import * as coupons from './coupons.ts'
import * as list from './list.ts'
import * as memberActs from './member-acts.ts'
import * as memberPayments from './member-payments.ts'
import * as memberPlan from './member-plan.ts'
import * as memberships from './memberships.ts'
import * as ownInvoices from './own-invoices.ts'
import * as plans from './plans.ts'

export const endpoints = [
	...handleAll(contracts, memberships, cardActs, ownInvoices),
	...handleAll(duesContracts, list, memberActs, memberPayments, memberPlan, memberships, ownInvoices),
	...handleAll(plansContracts, plans, coupons),
	webhook,
]
