import { handleAll } from '#src/platform/endpoint/handle.ts'
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
	...handleAll(contracts, learning, places, readModules, service),
	...handleAll(draftContracts, drafts, publishDrafts),
	...handleAll(journalContracts, journals, learning),
	...handleAll(versionContracts, copyModule, moduleVersions),
]
