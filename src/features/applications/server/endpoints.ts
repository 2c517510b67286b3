import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as formContracts from '../form-contract.ts'
import * as apply from './apply.ts'
import * as ask from './ask.ts'
import * as decisions from './decisions.ts'
import * as form from './form.ts'

export const endpoints = [...handleAll(contracts, apply, decisions, ask), ...handleAll(formContracts, form)]
