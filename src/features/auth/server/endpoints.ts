import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as invitationContracts from '../invitation-contract.ts'
import * as passwordContracts from '../password-contract.ts'
import * as invitation from './invitation.ts'
import * as changePassword from './passwords/change-password.ts'
import * as resetPassword from './passwords/reset-password.ts'
import * as service from './service.ts'

export const endpoints = [
	...handleAll(contracts, service),
	...handleAll(invitationContracts, invitation),
	...handleAll(passwordContracts, changePassword, resetPassword),
]
