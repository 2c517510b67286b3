import * as adminHome from '#src/features/admin-home/contract.ts'
import * as courseStatistics from '#src/features/course-statistics/contract.ts'
import * as inactiveMembers from '#src/features/course-statistics/inactive-contract.ts'
import { type Contract, isContract } from '#src/lib/api/contract.ts'
import * as address from './account/address-contract.ts'
import * as account from './account/contract.ts'
import * as ownData from './account/own-data-contract.ts'
import * as applications from './applications/contract.ts'
import * as applicationForm from './applications/form-contract.ts'
import * as membershipPreview from './applications/preview-contract.ts'
import * as attendanceAdmin from './attendance/admin-contract.ts'
import * as attendanceCertificates from './attendance/certificates-contract.ts'
import * as attendance from './attendance/contract.ts'
import * as creditCourses from './attendance/credit-courses-contract.ts'
import * as attendanceOffers from './attendance/offers-contract.ts'
import * as attendanceRecords from './attendance/records-contract.ts'
import * as audit from './audit/contract.ts'
import * as auth from './auth/contract.ts'
import * as invitation from './auth/invitation-contract.ts'
import * as passwords from './auth/password-contract.ts'
import * as cleAdmin from './cle/admin-contract.ts'
import * as cle from './cle/contract.ts'
import * as cleExport from './cle/export-contract.ts'
import * as cleRules from './cle/rules-contract.ts'
import * as clubData from './club-data/contract.ts'
import * as coaching from './coaching/contract.ts'
import * as comments from './comments/contract.ts'
import * as posts from './comments/post-contract.ts'
import * as courses from './courses/contract.ts'
import * as workspace from './courses/workspace-contract.ts'
import * as deletions from './deletions/contract.ts'
import * as discussion from './discussion/contract.ts'
import * as billing from './dues/billing-contract.ts'
import * as membership from './dues/contract.ts'
import * as dues from './dues/dues-contract.ts'
import * as plans from './dues/plans-contract.ts'
import * as leaving from './leaving/contract.ts'
import * as mail from './mail/contract.ts'
import * as mailings from './mailings/contract.ts'
import * as media from './media/contract.ts'
import * as moderation from './moderation/contract.ts'
import * as modules from './modules/contract.ts'
import * as drafts from './modules/draft-contract.ts'
import * as journals from './modules/journal-contract.ts'
import * as versions from './modules/version-contract.ts'
import * as notifications from './notifications/contract.ts'
import * as digest from './notifications/digest-contract.ts'
import * as notificationList from './notifications/notification-contract.ts'
import * as podcast from './podcast/contract.ts'
import * as libraryAdmin from './podcast/library-admin-contract.ts'
import * as library from './podcast/library-contract.ts'
import * as categories from './questions/category-contract.ts'
import * as questions from './questions/contract.ts'
import * as introductions from './questions/introduction-contract.ts'
import * as unreadQuestions from './questions/unread-contract.ts'
import * as search from './search/contract.ts'
import * as security from './security/contract.ts'
import * as factorResets from './security/reset-contract.ts'
import * as signIns from './security/sign-in-contract.ts'
import * as settings from './settings/contract.ts'
import * as users from './users/contract.ts'
import * as imports from './users/import-contract.ts'
import * as members from './users/member-contract.ts'
import * as welcome from './welcome/contract.ts'

/** All contracts. Add new contract files here. */
export const contracts: readonly Contract[] = [
	auth,
	courses,
	workspace,
	comments,
	posts,
	discussion,
	modules,
	drafts,
	versions,
	journals,
	podcast,
	library,
	libraryAdmin,
	users,
	members,
	imports,
	passwords,
	invitation,
	applications,
	applicationForm,
	membershipPreview,
	account,
	address,
	leaving,
	welcome,
	ownData,
	audit,
	deletions,
	mail,
	mailings,
	courseStatistics,
	inactiveMembers,
	cle,
	cleExport,
	cleRules,
	cleAdmin,
	attendance,
	attendanceCertificates,
	attendanceOffers,
	creditCourses,
	attendanceAdmin,
	attendanceRecords,
	coaching,
	moderation,
	notifications,
	notificationList,
	digest,
	questions,
	categories,
	unreadQuestions,
	introductions,
	plans,
	billing,
	membership,
	dues,
	search,
	security,
	signIns,
	factorResets,
	settings,
	adminHome,
	clubData,
	media,
].flatMap((area) => Object.values(area).filter(isContract))
