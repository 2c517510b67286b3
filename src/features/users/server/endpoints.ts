import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as importContracts from '../import-contract.ts'
import * as memberContracts from '../member-contract.ts'
import * as deactivate from './deactivate.ts'
import * as directory from './directory.ts'
import * as usersExport from './export.ts'
import * as imports from './imports.ts'
import * as invite from './invite.ts'
import * as manage from './manage.ts'
import * as notes from './notes.ts'
import * as passwordLinks from './password-links.ts'
import * as service from './service.ts'

export const endpoints = [
	// Its path is among the screens, so the middleware redirects to the sign-in before `handle` returns an error.
	handle(contracts.exportUsers, usersExport.exportUsers),
	handle(importContracts.inviteUser, invite.inviteUser),
	handle(contracts.getStats, service.getStats),
	handle(importContracts.cancelImport, imports.cancelImport),
	handle(importContracts.getImport, imports.getImport),
	handle(importContracts.exportImport, imports.exportImport),
	handle(importContracts.checkImport, imports.checkImport),
	handle(importContracts.listImports, imports.listImports),
	handle(importContracts.createImport, imports.createImport),
	handle(memberContracts.deactivateUser, deactivate.deactivateUser),
	handle(contracts.updateUser, manage.updateUser),
	handle(contracts.deleteUser, manage.deleteUser),
	handle(memberContracts.updateMemberNote, notes.updateMemberNote),
	handle(memberContracts.deleteMemberNote, notes.deleteMemberNote),
	handle(memberContracts.listMemberNotes, notes.listMemberNotes),
	handle(memberContracts.createMemberNote, notes.createMemberNote),
	handle(memberContracts.sendPasswordLink, passwordLinks.sendPasswordLink),
	handle(contracts.listUsers, directory.listUsers),
	handle(contracts.createUser, manage.createUser),
]
