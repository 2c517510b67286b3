import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.pinComment, service.pinComment),
	handle(contracts.deleteComment, service.deleteComment),
	handle(contracts.listReplies, service.listReplies),
	handle(contracts.listComments, service.listComments),
	handle(contracts.createComment, service.createComment),
]
