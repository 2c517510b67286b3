import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as importContracts from '../import-contract.ts'
import * as memberContracts from '../member-contract.ts'
import * as deactivate from './deactivate.ts'
import * as directory from './directory.ts'
import * as usersExport from './export.ts'
import * as imports from './imports.ts'
import * as invite from './invite.ts'
import * as manage from './manage.ts'
import * as memberChanges from './member-changes.ts'
import * as notes from './notes.ts'
import * as passwordLinks from './password-links.ts'
import * as reminders from './reminders.ts'
import * as service from './service.ts'
import * as suspend from './suspend.ts'

// `exportUsers` has a page's path, outside of `/api`: the middleware redirects visitors to the sign-in page before
// `handle` can return an error.
export const endpoints = [
	...handleAll(contracts, directory, usersExport, manage, service),
	...handleAll(importContracts, imports, invite, reminders),
	...handleAll(memberContracts, deactivate, memberChanges, notes, passwordLinks, suspend),
]
