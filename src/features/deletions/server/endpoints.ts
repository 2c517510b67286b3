import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.forgetDeletion, service.forgetDeletion),
	handle(contracts.restoreDeletion, service.restoreDeletion),
	handle(contracts.listDeletions, service.listDeletions),
]
