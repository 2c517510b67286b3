import * as passwordContracts from '#src/features/auth/password-contract.ts'
import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as resetContracts from '../reset-contract.ts'
import * as signInContracts from '../sign-in-contract.ts'
import * as app from './app.ts'
import * as confirm from './confirm.ts'
import * as overview from './overview.ts'
import * as ownPasskeys from './own-passkeys.ts'
import * as reset from './reset.ts'
import * as signIn from './sign-in.ts'

export const endpoints = [
	...handleAll(contracts, app, ownPasskeys, overview),
	...handleAll(signInContracts, signIn),
	...handleAll(resetContracts, reset),
	...handleAll(passwordContracts, confirm),
]
