import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(contracts.completeMedia, service.completeMedia),
	handle(contracts.deleteMedia, service.deleteMedia),
	handle(contracts.putMediaPart, service.putMediaPart),
	handle(contracts.listMediaParts, service.listMediaParts),
	handle(contracts.listMedia, service.listMedia),
	handle(contracts.createMedia, service.createMedia),
	handle(contracts.getMediaFile, service.getMediaFile),
]
