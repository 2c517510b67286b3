import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as inactiveContracts from '../inactive-contract.ts'
import * as inactive from './inactive.ts'
import * as service from './service.ts'
import * as statisticsCsv from './statistics-csv.ts'

export const endpoints = [
	// Below /admin, so the middleware redirects to the sign-in before `handle` returns an error.
	handle(contracts.exportCourseStatistics, statisticsCsv.exportCourseStatistics),
	// Below /admin, so the middleware redirects to the sign-in before `handle` returns an error.
	handle(contracts.exportStatistics, statisticsCsv.exportStatistics),
	// Below /admin, so the middleware redirects to the sign-in before `handle` returns an error.
	handle(inactiveContracts.exportInactiveMembers, inactive.exportInactiveMembers),
	handle(contracts.getStatistics, service.getStatistics),
	handle(contracts.listStatistics, service.listStatistics),
	handle(inactiveContracts.listInactiveMembers, inactive.listInactiveMembers),
]
