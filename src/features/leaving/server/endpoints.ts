import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as service from './service.ts'

export const endpoints = handleAll(contracts, service)
