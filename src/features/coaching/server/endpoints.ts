import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as calendar from './calendar.ts'
import * as sessions from './sessions.ts'
import * as topics from './topics.ts'

export const endpoints = [
	handle(contracts.getCalendar, calendar.getCalendar),
	handle(contracts.getSessionCalendar, calendar.getSessionCalendar),
	handle(contracts.getSession, sessions.getSession),
	handle(contracts.updateSession, sessions.updateSession),
	handle(contracts.deleteSession, sessions.deleteSession),
	handle(contracts.updateTopic, topics.updateTopic),
	handle(contracts.deleteTopic, topics.deleteTopic),
	handle(contracts.suggestTopic, topics.suggestTopic),
	handle(contracts.listSessions, sessions.listSessions),
	handle(contracts.createSession, sessions.createSession),
	handle(contracts.getSubscription, calendar.getSubscription),
	handle(contracts.createSubscription, calendar.createSubscription),
	handle(contracts.revokeSubscription, calendar.revokeSubscription),
]
