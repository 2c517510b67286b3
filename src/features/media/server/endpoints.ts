import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { completeMedia } from './complete.ts'
import { deleteMedia, listMedia } from './library.ts'
import { getMediaFile } from './serve.ts'
import { createMedia, listMediaParts, putMediaPart } from './uploads.ts'

export const endpoints = [
	handle(contracts.completeMedia, completeMedia),
	handle(contracts.deleteMedia, deleteMedia),
	handle(contracts.putMediaPart, putMediaPart),
	handle(contracts.listMediaParts, listMediaParts),
	handle(contracts.listMedia, listMedia),
	handle(contracts.createMedia, createMedia),
	handle(contracts.getMediaFile, getMediaFile),
]
