import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as inactiveContracts from '../inactive-contract.ts'
import * as inactive from './inactive.ts'
import * as service from './service.ts'
import * as statisticsCsv from './statistics-csv.ts'

export const endpoints = [
	// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
	handle(contracts.exportCourseStatistics, statisticsCsv.exportCourseStatistics),
	// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
	handle(contracts.exportStatistics, statisticsCsv.exportStatistics),
	// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
	handle(inactiveContracts.exportInactiveMembers, inactive.exportInactiveMembers),
	handle(contracts.getStatistics, service.getStatistics),
	handle(contracts.listStatistics, service.listStatistics),
	handle(inactiveContracts.listInactiveMembers, inactive.listInactiveMembers),
]
