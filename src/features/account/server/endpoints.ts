import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.updateProfile, service.updateProfile),
	handle(contracts.endSignIn, service.endSignIn),
	handle(contracts.listSignIns, service.listSignIns),
	handle(contracts.endOtherSignIns, service.endOtherSignIns),
]
