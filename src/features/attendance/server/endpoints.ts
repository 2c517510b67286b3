import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as adminContracts from '../admin-contract.ts'
import * as certificatesContracts from '../certificates-contract.ts'
import * as contracts from '../contract.ts'
import * as creditCoursesContract from '../credit-courses-contract.ts'
import * as offersContract from '../offers-contract.ts'
import * as recordsContracts from '../records-contract.ts'
import * as adminCertificates from './admin/certificates.ts'
import * as decide from './admin/decide.ts'
import * as issue from './admin/issue.ts'
import * as list from './admin/list.ts'
import * as participants from './admin/participants.ts'
import * as uploads from './admin/uploads.ts'
import * as beats from './beats.ts'
import * as certificates from './certificates/certificates.ts'
import * as verify from './certificates/verify.ts'
import * as codes from './codes.ts'
import * as complete from './complete.ts'
import * as evaluations from './evaluations.ts'
import * as offers from './offers.ts'
import * as records from './records/records.ts'
import * as uploadFile from './records/upload-file.ts'
import * as start from './start.ts'

export const endpoints = [
	...handleAll(contracts, start, beats, codes, complete, evaluations),
	...handleAll(certificatesContracts, certificates, verify),
	...handleAll(offersContract, offers),
	...handleAll(creditCoursesContract, offers),
	...handleAll(
		adminContracts,
		list,
		decide,
		issue,
		adminCertificates,
		participants,
		uploads,
		evaluations,
		certificates,
	),
	...handleAll(recordsContracts, records, uploadFile),
]
