import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as inactiveContracts from '../inactive-contract.ts'
import * as inactive from './inactive.ts'
import * as service from './service.ts'
import * as statisticsCsv from './statistics-csv.ts'

// Exports are below /admin, so the middleware redirects to the sign-in page before `handle` returns an error.
export const endpoints = [...handleAll(contracts, service, statisticsCsv), ...handleAll(inactiveContracts, inactive)]
