import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as adminContracts from '../admin-contract.ts'
import * as contracts from '../contract.ts'
import * as rulesContracts from '../rules-contract.ts'
import * as accreditations from './accreditations.ts'
import * as activities from './activities.ts'
import * as sources from './activity-sources.ts'
import * as admissions from './admissions.ts'
import * as credits from './credits.ts'
import * as ledger from './ledger.ts'
import * as provider from './provider.ts'
import * as ruleVersions from './rule-versions.ts'
import * as rules from './rules.ts'
import * as uploads from './uploads.ts'

export const endpoints = [
	handleAll(contracts, admissions, credits, ledger, uploads),
	handleAll(rulesContracts, rules),
	handleAll(adminContracts, accreditations, activities, sources, provider, ruleVersions),
].flat()
