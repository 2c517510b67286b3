import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as apply from './apply.ts'
import * as decisions from './decisions.ts'

export const endpoints = [
	handle(contracts.decideApplication, decisions.decideApplication),
	handle(contracts.listApplications, decisions.listApplications),
	handle(contracts.apply, apply.apply),
	handle(contracts.getCaptchaChallenge, apply.getCaptchaChallenge),
]
