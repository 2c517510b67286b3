import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as draftContracts from '../draft-contract.ts'
import * as journalContracts from '../journal-contract.ts'
import * as versionContracts from '../version-contract.ts'
import * as copyModule from './copy-module.ts'
import * as drafts from './drafts.ts'
import * as journals from './journals.ts'
import * as learning from './learning.ts'
import * as moduleVersions from './module-versions.ts'
import * as places from './places.ts'
import * as publishDrafts from './publish-drafts.ts'
import * as readModules from './read-modules.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(draftContracts.listDrafts, drafts.listDrafts),
	handle(draftContracts.createDraft, drafts.createDraft),
	handle(draftContracts.publishDrafts, publishDrafts.publishDrafts),
	handle(journalContracts.listWaitingJournals, journals.listWaitingJournals),
	handle(versionContracts.copyModule, copyModule.copyModule),
	handle(draftContracts.updateDraft, drafts.updateDraft),
	handle(draftContracts.deleteDraft, drafts.deleteDraft),
	handle(draftContracts.publishDraft, publishDrafts.publishDraft),
	handle(versionContracts.getModuleVersion, moduleVersions.getModuleVersion),
	handle(versionContracts.restoreModuleVersion, moduleVersions.restoreModuleVersion),
	handle(versionContracts.listModuleVersions, moduleVersions.listModuleVersions),
	handle(journalContracts.listJournals, journals.listJournals),
	handle(contracts.listModules, readModules.listModules),
	handle(contracts.createModule, service.createModule),
	handle(contracts.orderModules, service.orderModules),
	handle(contracts.updatePlace, places.updatePlace),
	handle(contracts.updateModule, service.updateModule),
	handle(contracts.deleteModule, service.deleteModule),
	handle(journalContracts.giveFeedback, journals.giveFeedback),
	handle(journalContracts.getJournal, learning.getJournal),
	handle(journalContracts.saveJournal, learning.saveJournal),
	handle(contracts.updateProgress, learning.updateProgress),
	handle(contracts.getQuizState, learning.getQuizState),
	handle(contracts.takeQuiz, learning.takeQuiz),
]
