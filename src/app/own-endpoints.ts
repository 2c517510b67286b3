import * as accountOwnDataContracts from '#src/features/account/own-data-contract.ts'
import * as adminHomeContracts from '#src/features/admin-home/contract.ts'
import * as previewContracts from '#src/features/applications/preview-contract.ts'
import * as cleExportContracts from '#src/features/cle/export-contract.ts'
import * as clubDataContracts from '#src/features/club-data/contract.ts'
import * as searchContracts from '#src/features/search/contract.ts'
import * as usersImportContracts from '#src/features/users/import-contract.ts'
import * as usersMemberContracts from '#src/features/users/member-contract.ts'
import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as adminSearch from './admin-home/admin-search.ts'
import * as firstSteps from './admin-home/first-steps.ts'
import * as mailProof from './admin-home/mail-proof.ts'
import * as waiting from './admin-home/waiting.ts'
import * as download from './data/download.ts'
import * as ledgerExport from './ledger-export.ts'
import * as memberImports from './member-imports.ts'
import * as memberRecords from './member-records.ts'
import * as membershipPreview from './membership-preview.ts'
import * as ownData from './own-data.ts'
import * as acts from './search/acts.ts'
import * as services from './search/services.ts'

/** Endpoints whose services combine several features. */
export const endpoints = [
	...handleAll(accountOwnDataContracts, ownData),
	...handleAll(adminHomeContracts, adminSearch, firstSteps, mailProof, waiting),
	...handleAll(cleExportContracts, ledgerExport),
	...handleAll(clubDataContracts, download),
	...handleAll(previewContracts, membershipPreview),
	...handleAll(searchContracts, acts, services),
	...handleAll(usersImportContracts, memberImports),
	...handleAll(usersMemberContracts, memberRecords),
]
