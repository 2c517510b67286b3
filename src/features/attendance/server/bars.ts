import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleAccreditations } from '#db/schema/cle.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { type AdmissionRow, admissionsOf } from '#src/features/cle/server/admissions.ts'
import { inForceOn, readRules } from '#src/features/cle/server/rules.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'

// The boards whose rules apply to an attendance, and those rules.

export type AccreditationRow = typeof cleAccreditations.$inferSelect

/** Verification if no rules apply. */
const DEFAULT_VERIFICATION: RuleSet['verification'] = {
	...{ codesEveryMinutes: 50, loneCodeBeforeEndMinutes: [5, 10], maxRate: 1, confidence: 'memory' },
}

/** Reads the rules of jurisdictions: the given versions, or those in force on a day. */
export async function rulesOf(
	jurisdictions: readonly string[],
	day: string,
	versions: Readonly<Record<string, number>> = {},
): Promise<Map<string, RuleSet>> {
	const all = await readRules()
	return new Map(
		jurisdictions.flatMap((code) => {
			const stored = all.get(code) ?? []
			const pinned = stored.find(({ rules }) => rules.version === versions[code])
			const found = pinned ?? inForceOn(stored, day)
			return found ? [[code, found.rules] as const] : []
		}),
	)
}

export interface Bars {
	admissions: readonly AdmissionRow[]
	accreditations: readonly AccreditationRow[]
	/** Rules for the admissions and accreditations, by jurisdiction. */
	rules: ReadonlyMap<string, RuleSet>
	versions: Record<string, number>
	/** Names of the jurisdictions that have accredited the activity. */
	accredited: string[]
	/** The strictest verification of these rules. */
	verification: RuleSet['verification']
}

export const isValidOn = ({ validFrom, validTo }: AccreditationRow, day: string) =>
	validFrom <= day && (validTo === null || day <= validTo)

function strictest(rules: Iterable<RuleSet>): RuleSet['verification'] {
	const all = [...rules].map(({ verification }) => verification)
	const [first = DEFAULT_VERIFICATION] = all.toSorted((one, other) => one.codesEveryMinutes - other.codesEveryMinutes)
	return { ...first, maxRate: Math.min(first.maxRate, ...all.map(({ maxRate }) => maxRate)) }
}

/** Reads the boards that are relevant if this member attends this activity. */
export async function barsOf(activityId: string, userId: string, day = clubDay()): Promise<Bars> {
	const [admissions, accreditations] = await Promise.all([
		admissionsOf(userId),
		db()
			.select()
			.from(cleAccreditations)
			.where(eq(cleAccreditations.activityId, activityId))
			.orderBy(asc(cleAccreditations.id)),
	])
	const jurisdictions = [...new Set([...admissions, ...accreditations].map(({ jurisdiction }) => jurisdiction))]
	const rules = await rulesOf(jurisdictions, day)
	const valid = accreditations.filter((accreditation) => isValidOn(accreditation, day))
	return {
		...{ admissions, accreditations, rules },
		versions: Object.fromEntries([...rules].map(([jurisdiction, { version }]) => [jurisdiction, version])),
		accredited: [...new Set(valid.map(({ jurisdiction }) => rules.get(jurisdiction)?.name ?? jurisdiction))],
		verification: strictest(rules.values()),
	}
}
