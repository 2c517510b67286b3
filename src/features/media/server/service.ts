export { deleteMedia, listMedia, removeOrphans } from './library.ts'
export { getMediaFile } from './serve.ts'
export { completeMedia, createMedia, listMediaParts, putMediaPart } from './uploads.ts'
