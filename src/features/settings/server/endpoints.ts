import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.getSettings, service.getSettings),
	handle(contracts.updateSettings, service.updateSettings),
	handle(contracts.sendTestMail, service.sendTestMail),
]
