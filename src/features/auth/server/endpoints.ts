import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as passwordContracts from '../password-contract.ts'
import * as changePassword from './change-password.ts'
import * as resetPassword from './reset-password.ts'
import * as service from './service.ts'
import * as stepUp from './step-up.ts'

export const endpoints = [
	handle(contracts.getCsrfToken, service.getCsrfToken),
	handle(contracts.login, service.login),
	handle(contracts.logout, service.logout),
	handle(passwordContracts.checkReset, resetPassword.checkReset),
	handle(passwordContracts.resetPassword, resetPassword.resetPassword),
	handle(passwordContracts.requestReset, resetPassword.requestReset),
	handle(contracts.getUser, service.getUser),
	handle(passwordContracts.changePassword, changePassword.changePassword),
	handle(passwordContracts.confirmIdentity, stepUp.confirmIdentity),
]
