export { completeMedia } from './complete.ts'
export { deleteMedia, listMedia } from './library.ts'
export { getMediaFile } from './serve.ts'
export { createMedia, listMediaParts, putMediaPart } from './uploads.ts'
