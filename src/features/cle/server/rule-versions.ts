import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleAdmissions, cleRules } from '#db/schema/cle.ts'
import { write } from '#db/write.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { RuleVersion } from '../admin-contract.ts'
import * as contracts from '../admin-contract.ts'
import { differencesOf } from '../rule-differences.ts'
import { CYCLE_KINDS, type RuleSet } from '../rules-schema.ts'
import { actions } from './audit-actions.ts'
import { inForceOn, readRules, type StoredRules } from './rules.ts'

const newestFirst = (versions: readonly StoredRules[]) => versions.toSorted((a, b) => b.rules.version - a.rules.version)

function toVersions(versions: readonly StoredRules[]): RuleVersion[] {
	const current = inForceOn(versions, clubDay())
	const sorted = newestFirst(versions)
	return sorted.map((stored, at) => {
		const before = sorted[at + 1]
		return {
			...stored,
			createdAt: stored.createdAt.toISOString(),
			isCurrent: stored === current,
			differences: before ? differencesOf(before.rules, stored.rules) : [],
		}
	})
}

/** Reads every jurisdiction with the version in force today. */
export async function readRuleSets(): Promise<ResponseOf<typeof contracts.listRuleSets>> {
	const [rules, counted] = await Promise.all([
		readRules(),
		db()
			.select({ jurisdiction: cleAdmissions.jurisdiction, members: sql<number>`count(*)` })
			.from(cleAdmissions)
			.groupBy(cleAdmissions.jurisdiction),
	])
	const today = clubDay()
	return [...rules.entries()].flatMap(([jurisdiction, versions]) => {
		const current = inForceOn(versions, today)
		if (!current) return []
		const { name, status, version, validFrom, checkedAt } = current.rules
		const members = counted.find((each) => each.jurisdiction === jurisdiction)?.members ?? 0
		const { checkedBy } = current
		return [
			{ jurisdiction, name, status, version, validFrom, checkedAt, checkedBy, versions: versions.length, members },
		]
	})
}

export const listRuleSets: Service<typeof contracts.listRuleSets> = () => readRuleSets()

/** Reads the versions of a jurisdiction, newest first; undefined if the jurisdiction is unknown. */
export async function readRuleVersions(jurisdiction: string): Promise<RuleVersion[] | undefined> {
	const versions = (await readRules()).get(jurisdiction)
	return versions && toVersions(versions)
}

export const listRuleVersions: Service<typeof contracts.listRuleVersions> = async ({ params }) => {
	const versions = await readRuleVersions(params.jurisdiction)
	if (!versions) throw httpError(contracts.listRuleVersions.errors.notFound)
	return versions
}

type Requirements = NonNullable<RuleSet['requirements']['experienced']>

/** Returns whether neither or both of two alternative numbers are given. */
const isUnclear = (one: number | undefined, other: number | undefined) => (one === undefined) === (other === undefined)

/** Returns the first inconsistency in the requirements of a kind of cycle, as a sentence. */
function problemIn(
	requirements: Requirements,
	caps: NonNullable<RuleSet['caps']['experienced']>,
	categories: ReadonlySet<string>,
) {
	const [total] = requirements
	if (total?.id !== 'total' || total.credits === undefined) return 'The first requirement is the total, in credits'
	for (const { label, from = [], within, credits, percentOfTotal } of requirements) {
		const unknown = from.find(({ category }) => !categories.has(category))
		if (unknown) return `${label} names the category ${unknown.category}, which does not exist`
		if (within !== undefined && !requirements.some(({ id }) => id === within))
			return `${label} is a part of ${within}, which does not exist`
		if (isUnclear(credits, percentOfTotal)) return `${label} needs credits, or a percentage of the total`
	}
	const unclear = caps.find(({ most, percentOfTotal }) => isUnclear(most, percentOfTotal))
	return unclear && `${unclear.label} needs credits, or a percentage of the total`
}

/** Returns the first inconsistency in the rules, as a sentence; undefined if there is none. */
function inconsistencyOf({ categories, cycles, requirements, caps }: RuleSet): string | undefined {
	if (!requirements.experienced?.length) return 'Enter the requirements of experienced attorneys'
	if (cycles.experienced.kind === 'anniversary') return 'Experienced attorneys need cycles that repeat'
	const known = new Set(categories.map(({ id }) => id))
	const problems = CYCLE_KINDS.map((kind) => {
		const ofKind = requirements[kind]
		return ofKind && problemIn(ofKind, caps[kind] ?? [], known)
	})
	const years = cycles.newly?.kind === 'anniversary' ? cycles.newly.years.length : 0
	const missing = CYCLE_KINDS.slice(1, 1 + years).find((kind) => !requirements[kind])
	return problems.find(Boolean) ?? (missing && `Enter the requirements of ${missing}`)
}

export const createRuleVersion: Service<typeof contracts.createRuleVersion> = async ({ body }, { user }) => {
	const { errors } = contracts.createRuleVersion
	const problem = inconsistencyOf(body)
	if (problem) throw httpError([errors.inconsistent[0], problem])
	const { jurisdiction, version, validFrom, checkedAt, name } = body
	const isNext = sql`${version} = 1 + coalesce((select max(version) from ${cleRules}
		where ${cleRules.jurisdiction} = ${jurisdiction}), 0) and ${isStillAdmin(user)}`
	const { inserted } = await write({
		audit: recordAudit(
			{
				...{ actor: user, action: actions['cleRules.added'] },
				subject: { type: 'cleRules', id: jurisdiction, name },
				detail: { version, validFrom },
			},
			isNext,
		),
		inserted: db().run(sql`
			insert into ${cleRules} (jurisdiction, version, json, valid_from, checked_at, checked_by, created_at)
			select ${jurisdiction}, ${version}, ${JSON.stringify(body)}, ${validFrom}, ${checkedAt}, ${user.name},
				${Date.now()} where ${isNext}`),
	})
	const versions = toVersions((await readRules()).get(jurisdiction) ?? [])
	const created = versions.find(({ rules }) => rules.version === version)
	if (inserted.rowsAffected === 0) throw httpError(created ? errors.inUse : errors.next)
	if (!created) throw httpError(errors.next)
	return created
}
