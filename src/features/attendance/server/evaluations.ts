import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendances, cleEvaluations } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addMonths } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import type * as adminContracts from '../admin-contract.ts'
import * as contracts from '../contract.ts'
import { barsOf } from './bars.ts'
import { findOwn } from './rows.ts'

/** Minimum number of years for which forms are kept. */
const MIN_KEEP_YEARS = 1

/** Stores a form anonymously. The attendance only records that a form was submitted. */
export const evaluateActivity: Service<typeof contracts.evaluateActivity> = async ({ params, body }, { user }) => {
	const { errors } = contracts.evaluateActivity
	const attending = await findOwn(params.id, user.id)
	if (!attending) throw httpError(errors.unknown)
	const { row, activity } = attending
	const today = clubDay()
	const { rules } = await barsOf(activity.id, user.id, today)
	const years = Math.max(MIN_KEEP_YEARS, ...[...rules.values()].map(({ evaluation }) => evaluation?.keepYears ?? 0))
	const isOpen = and(eq(attendances.id, row.id), eq(attendances.state, 'complete'), eq(attendances.isEvaluated, false))
	const { change } = await write({
		form: db().run(sql`
			insert into ${cleEvaluations} (id, activity_id, month, scores, text, kept_until)
			select ${randomUUID()}, ${activity.id}, ${today.slice(0, 7)}, ${JSON.stringify(body.scores)}, ${body.text},
				${addMonths(today, 12 * years)} from ${attendances} where ${isOpen}`),
		change: db().update(attendances).set({ isEvaluated: true }).where(isOpen),
	})
	if (change.rowsAffected === 0) throw httpError(errors.not)
	return undefined
}

const scores = z.array(z.number())

/** Returns the mean score of each question, in hundredths. */
const meansOf = (forms: readonly (readonly number[])[]): number[] =>
	contracts.EVALUATION_QUESTIONS.map((_, at) =>
		Math.round((100 * forms.reduce((sum, form) => sum + (form[at] ?? 0), 0)) / forms.length),
	)

/** Reads the evaluations of each activity. */
export async function readEvaluations(): Promise<adminContracts.Evaluation[]> {
	const rows = await db()
		.select({
			activityId: cleEvaluations.activityId,
			title: cleActivities.title,
			scores: cleEvaluations.scores,
			text: cleEvaluations.text,
		})
		.from(cleEvaluations)
		.innerJoin(cleActivities, eq(cleActivities.id, cleEvaluations.activityId))
		// Sorted by random id: the order of submission could identify members.
		.orderBy(asc(cleActivities.title), asc(cleActivities.id), asc(cleEvaluations.id))
	return [...Map.groupBy(rows, ({ activityId }) => activityId)].map(([id, forms]) => ({
		activity: { id, title: forms[0]?.title ?? '' },
		forms: forms.length,
		means: meansOf(forms.map((form) => parseStored(scores, form.scores, []))),
		texts: forms.map(({ text }) => text).filter(Boolean),
	}))
}

export const listEvaluations: Service<typeof adminContracts.listEvaluations> = () => readEvaluations()
