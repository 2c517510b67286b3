import * as accountOwnDataContracts from '#src/features/account/own-data-contract.ts'
import * as adminHomeContracts from '#src/features/admin-home/contract.ts'
import * as searchContracts from '#src/features/search/contract.ts'
import * as usersMemberContracts from '#src/features/users/member-contract.ts'
import { handle } from '#src/platform/endpoint/handle.ts'
import * as adminSearch from './admin-home/admin-search.ts'
import * as firstSteps from './admin-home/first-steps.ts'
import * as mailProof from './admin-home/mail-proof.ts'
import * as waiting from './admin-home/waiting.ts'
import * as memberRecords from './member-records.ts'
import * as ownData from './own-data.ts'
import * as services from './search/services.ts'

/** Endpoints whose services combine several features. */
export const endpoints = [
	handle(adminHomeContracts.searchAdmin, adminSearch.searchAdmin),
	handle(adminHomeContracts.getFirstSteps, firstSteps.getFirstSteps),
	handle(adminHomeContracts.updateFirstSteps, firstSteps.updateFirstSteps),
	handle(adminHomeContracts.sendProofMail, mailProof.sendProofMail),
	handle(searchContracts.searchStatus, services.searchStatus),
	handle(searchContracts.rebuildSearch, services.rebuildSearch),
	handle(usersMemberContracts.getMember, memberRecords.getMember),
	handle(usersMemberContracts.listMemberRecords, memberRecords.listMemberRecords),
	handle(usersMemberContracts.changeUsers, memberRecords.changeUsers),
	handle(adminHomeContracts.getWaiting, waiting.getWaiting),
	handle(searchContracts.search, services.search),
	handle(searchContracts.suggest, services.suggest),
	handle(accountOwnDataContracts.getUserData, ownData.getUserData),
	handle(accountOwnDataContracts.getUserDataPage, ownData.getUserDataPage),
]
