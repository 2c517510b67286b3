import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as complete from './complete.ts'
import * as library from './library.ts'
import * as serve from './serve.ts'
import * as uploads from './uploads.ts'

export const endpoints = handleAll(contracts, complete, library, serve, uploads)
