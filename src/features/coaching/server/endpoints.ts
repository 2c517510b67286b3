import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as calendar from './calendar.ts'
import * as changes from './session-changes.ts'
import * as sessions from './sessions.ts'
import * as topics from './topics.ts'

export const endpoints = handleAll(contracts, calendar, changes, sessions, topics)
