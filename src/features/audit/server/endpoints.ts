import { handle } from '#src/platform/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.listAudit, service.listAudit),
]
