import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as members from './members.ts'

export const endpoints = handleAll(contracts, members)
