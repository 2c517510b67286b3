import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as plansContracts from '../plans-contract.ts'
import * as coupons from './coupons.ts'
import * as plans from './plans.ts'

export const endpoints = handleAll(plansContracts, plans, coupons)
