import { handle } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as workspaceContracts from '../workspace-contract.ts'
import * as copyCourse from './copy-course.ts'
import * as courseMembers from './course-members.ts'
import * as courseVersions from './course-versions.ts'
import * as enrollment from './enrollment.ts'
import * as publishing from './publishing.ts'
import * as service from './service.ts'

export const endpoints = [
	handle(workspaceContracts.copyCourse, copyCourse.copyCourse),
	handle(workspaceContracts.listCourseMembers, courseMembers.listCourseMembers),
	handle(workspaceContracts.listCourseVersions, courseVersions.listCourseVersions),
	handle(contracts.enroll, enrollment.enroll),
	handle(contracts.getCourse, service.getCourse),
	handle(contracts.updateCourse, service.updateCourse),
	handle(contracts.deleteCourse, service.deleteCourse),
	handle(contracts.getProgress, enrollment.getProgress),
	handle(contracts.getPublishing, publishing.getPublishing),
	handle(contracts.listUserProgress, enrollment.listUserProgress),
	handle(contracts.listCourses, service.listCourses),
	handle(contracts.createCourse, service.createCourse),
	handle(contracts.listUserCourses, enrollment.listUserCourses),
]
