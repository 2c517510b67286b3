import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as audience from './audience.ts'
import * as mail from './mail.ts'
import * as send from './send.ts'
import * as service from './service.ts'

export const endpoints = handleAll(contracts, audience, mail, send, service)
