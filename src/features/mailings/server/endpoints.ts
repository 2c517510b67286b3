import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as audience from './audience.ts'
import * as mail from './mail.ts'
import * as send from './send.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.cancelMailing, send.cancelMailing),
	handle(contracts.listFailedRecipients, send.listFailedRecipients),
	handle(contracts.getMailing, service.getMailing),
	handle(contracts.updateMailing, service.updateMailing),
	handle(contracts.deleteMailing, service.deleteMailing),
	handle(contracts.resumeMailing, send.resumeMailing),
	handle(contracts.sendMailing, send.sendMailing),
	handle(contracts.countAudience, audience.countAudience),
	handle(contracts.listMailings, service.listMailings),
	handle(contracts.createMailing, service.createMailing),
	handle(contracts.previewMailing, mail.previewMailing),
	handle(contracts.testMailing, mail.testMailing),
]
