import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as workspaceContracts from '../workspace-contract.ts'
import * as copyCourse from './copy-course.ts'
import * as courseMembers from './course-members.ts'
import * as courseVersions from './course-versions.ts'
import * as enrollment from './enrollment.ts'
import * as publishing from './publishing.ts'
import * as service from './service.ts'

export const endpoints = [
	...handleAll(contracts, enrollment, publishing, service),
	...handleAll(workspaceContracts, copyCourse, courseMembers, courseVersions),
]
