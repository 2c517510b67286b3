import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { calendarDownloads, calendarSubscriptions, coachingSessions } from '#db/schema/coaching.ts'
import { moduleProgress } from '#db/schema/modules.ts'
import { categoryWatches, digestSettings } from '#db/schema/notifications.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { INTRODUCTIONS } from '#src/features/questions/introduction-contract.ts'
import { isolate } from '#src/lib/direction.ts'
import { WELCOME_STEPS, type WelcomeStepId } from '#src/lib/site/welcome-steps.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import type { Welcome } from '../contract.ts'

interface Facts {
	hiddenAt: number | null
	/** Null if there is no category for introductions. */
	introduction: number | null
	hasCategories: number
	categories: number
	digest: 'never' | 'day' | 'week'
	module: number
	calendar: number
	nextCall: string | null
}

const factsStatement = (userId: string, now: number) => sql`
	select u.welcome_hidden_at as hiddenAt,
		(select exists (select 1 from ${questions} q
				where q.author_id = u.id and q.category_id = c.id and q.deleted_at is null)
			from ${questionCategories} c where c.slug = ${INTRODUCTIONS}) as introduction,
		exists (select 1 from ${questionCategories}) as hasCategories,
		exists (select 1 from ${categoryWatches} where user_id = u.id) as categories,
		coalesce((select every from ${digestSettings} where user_id = u.id), 'week') as digest,
		exists (select 1 from ${moduleProgress} where user_id = u.id and is_completed = 1) as module,
		exists (select 1 from ${calendarSubscriptions} where user_id = u.id)
			or exists (select 1 from ${calendarDownloads} where user_id = u.id) as calendar,
		(select title from ${coachingSessions} where cancelled_at is null and scheduled_at > ${now}
			order by scheduled_at limit 1) as nextCall
	from ${users} u where u.id = ${userId}`

const DIGESTS = {
	never: 'You get no digest. You can choose a weekly one.',
	day: 'A daily digest covers the rest.',
	week: 'A weekly digest covers the rest.',
}

const stepTexts: Record<
	WelcomeStepId,
	{ label: string; how: (facts: Facts) => string; href?: (facts: Facts) => string }
> = {
	introduction: { label: 'Introduce yourself', how: () => 'Three short answers, posted in Introductions.' },
	categories: {
		label: 'Choose categories',
		how: ({ digest }) => `We notify you of each new question in them. ${DIGESTS[digest]}`,
	},
	module: { label: 'Pick a course', how: () => 'Any of them, at your pace. It counts once you mark it complete.' },
	calendar: {
		label: 'Open the calendar',
		how: ({ nextCall }) =>
			nextCall === null
				? 'No call is planned yet. Subscribe, and the next one appears in your calendar.'
				: `“${isolate(nextCall)}” is next. Add it, or subscribe to all calls.`,
		href: ({ nextCall }) => (nextCall === null ? '/coaching#calendar-subscription' : '/coaching'),
	},
}

/** Returns a member's first steps. Leaves out steps that do not apply to this club. */
export async function getWelcomeFor(userId: string, now = Date.now()): Promise<Welcome> {
	const [facts] = await db().all<Facts>(factsStatement(userId, now))
	if (!facts) return { isHidden: true, steps: [] }
	const applies = (id: WelcomeStepId) =>
		id === 'introduction' ? facts.introduction !== null : id !== 'categories' || facts.hasCategories === 1
	const steps = WELCOME_STEPS.filter(({ id }) => applies(id)).map(({ id, title, href }) => {
		const { label, ...text } = stepTexts[id]
		return { id, title, how: text.how(facts), isDone: facts[id] === 1, label, href: text.href?.(facts) ?? href }
	})
	return { isHidden: facts.hiddenAt !== null, steps }
}

export const getWelcome: Service<typeof contracts.getWelcome> = (_, { user }) => getWelcomeFor(user.id)

export const updateWelcome: Service<typeof contracts.updateWelcome> = async ({ body }, { user }) => {
	await db().run(
		sql`update ${users} set welcome_hidden_at = ${body.isHidden ? Date.now() : null} where id = ${user.id}`,
	)
	return getWelcomeFor(user.id)
}
