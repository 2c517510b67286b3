import { adminLinks } from '#src/components/site/header/navigation.ts'
import { waitingText } from '#src/components/site/header/waiting-text.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { findNextSessionFor } from '#src/features/coaching/server/sessions.ts'
import { phaseOf } from '#src/features/coaching/time-left.ts'
import { startedCourses } from '#src/features/courses/course-format.ts'
import { listUserCoursesFor } from '#src/features/courses/server/enrollment.ts'
import { findLastIn } from '#src/features/courses/server/resume-for.ts'
import { findLatestEpisode } from '#src/features/podcast/server/service.ts'
import type * as contracts from '#src/features/search/contract.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { countOpenWork } from '../admin-home/waiting.ts'

type Acts = contracts.Act[]

async function continueCourse(user: CurrentUser): Promise<Acts> {
	const [courses, lastIn] = await Promise.all([listUserCoursesFor(user), findLastIn(user.id)])
	const course = startedCourses(courses, lastIn).find(({ isPublished }) => isPublished)
	return course ? [{ label: `Continue ${course.title}`, href: `/courses/${course.id}` }] : []
}

async function joinCall(user: CurrentUser): Promise<Acts> {
	const now = Date.now()
	const session = await findNextSessionFor(user, now)
	if (!session || phaseOf(session, now) === 'ahead') return []
	return [{ label: 'Join the call', href: session.zoomLink, context: session.title }]
}

async function playLatest(): Promise<Acts> {
	const latest = await findLatestEpisode()
	if (!latest) return []
	const { slug, title } = latest
	return [{ label: 'Play the latest episode', href: `/podcast/${slug}`, context: title, plays: slug }]
}

async function openWork(user: SignedInUser): Promise<Acts> {
	const counts = await countOpenWork(user)
	return adminLinks.flatMap(({ href, label }): Acts => {
		const count = counts[href] ?? 0
		return count > 0 ? [{ label: `${label}:${waitingText(count)}`, href }] : []
	})
}

export const listActs: Service<typeof contracts.listActs> = async (_, { user }) => {
	const acts = await Promise.all([
		...(user ? [joinCall(user), continueCourse(user)] : []),
		...(user?.isModerator ? [openWork(user)] : []),
		playLatest(),
	])
	return acts.flat()
}
