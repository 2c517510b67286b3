import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as apply from './apply.ts'
import * as decisions from './decisions.ts'

export const endpoints = handleAll(contracts, apply, decisions)
