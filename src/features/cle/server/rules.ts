import { asc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { cleRules } from '#db/schema/cle.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { shippedRules } from '../rules/shipped.ts'
import type * as contracts from '../rules-contract.ts'
import { type RuleSet, ruleSet } from '../rules-schema.ts'

/** A stored version of rules. */
export interface StoredRules {
	rules: RuleSet
	checkedBy: string
	createdAt: Date
}

/** Name shown as the checker of the rules that ship with the product. */
const PRODUCT = 'Second Chair'

/** Parsed rules by their JSON, which never changes. */
const parsedRules = new Map<string, RuleSet>()

function parse(json: string): RuleSet {
	const known = parsedRules.get(json)
	if (known) return known
	const rules = z.parse(ruleSet, JSON.parse(json))
	parsedRules.set(json, rules)
	return rules
}

const isNewer = (a: RuleSet, b: RuleSet) =>
	a.validFrom === b.validFrom ? a.version > b.version : a.validFrom > b.validFrom

/** Returns all versions by jurisdiction, in the order in which they take effect. */
export async function readRules(): Promise<Map<string, StoredRules[]>> {
	const rows = await db().select().from(cleRules).orderBy(asc(cleRules.jurisdiction), asc(cleRules.version))
	const byJurisdiction = new Map<string, StoredRules[]>()
	for (const { json, checkedBy, createdAt } of rows) {
		const rules = parse(json)
		const versions = byJurisdiction.get(rules.jurisdiction) ?? []
		versions.push({ rules, checkedBy, createdAt })
		byJurisdiction.set(rules.jurisdiction, versions)
	}
	for (const versions of byJurisdiction.values()) versions.sort((a, b) => (isNewer(a.rules, b.rules) ? 1 : -1))
	return byJurisdiction
}

/** Returns the version in force on a day, or the first version if all take effect later. */
export const inForceOn = (versions: readonly StoredRules[], day: string): StoredRules | undefined =>
	versions.findLast(({ rules }) => rules.validFrom <= day) ?? versions[0]

/** Returns a jurisdiction's rules in force on a day; undefined if the jurisdiction is unknown. */
export async function rulesOn(jurisdiction: string, day = clubDay()): Promise<StoredRules | undefined> {
	return inForceOn((await readRules()).get(jurisdiction) ?? [], day)
}

const contentOf = (rules: RuleSet) => JSON.stringify({ ...rules, version: 0 })

/**
 * Adds the rules that ship with this release. If an earlier release shipped different rules, adds a new version, since
 * versions never change in place. Skips jurisdictions whose newest version was written by an admin.
 */
export async function insertShippedRules(): Promise<void> {
	const known = await readRules()
	const rows = shippedRules.flatMap((shipped) => {
		const versions = known.get(shipped.jurisdiction) ?? []
		const newest = versions.toSorted((a, b) => b.rules.version - a.rules.version)[0]
		const isKnown = versions.some(({ rules }) => contentOf(rules) === contentOf(shipped))
		if (isKnown || (newest && newest.checkedBy !== PRODUCT)) return []
		const rules = { ...shipped, version: Math.max(shipped.version, (newest?.rules.version ?? 0) + 1) }
		return {
			...{ jurisdiction: rules.jurisdiction, version: rules.version, json: JSON.stringify(rules) },
			...{ validFrom: rules.validFrom, checkedAt: rules.checkedAt, checkedBy: PRODUCT, createdAt: new Date() },
		}
	})
	// Another node may have added them.
	if (rows.length > 0) await db().insert(cleRules).values(rows).onConflictDoNothing()
}

/** Reads the rules in force today in every jurisdiction. */
export async function readCurrentRules(): Promise<(RuleSet & { checkedBy: string })[]> {
	const today = clubDay()
	return [...(await readRules()).values()].flatMap((versions) => {
		const current = inForceOn(versions, today)
		return current ? [{ ...current.rules, checkedBy: current.checkedBy }] : []
	})
}

export const listRules: Service<typeof contracts.listRules> = () => readCurrentRules()
