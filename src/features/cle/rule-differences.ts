import type { RuleDifference } from './admin-contract.ts'
import type { RuleSet } from './rules-schema.ts'

/** Flattens a value to its leaves by path. List items are keyed by id, so that inserting one changes no other path. */
function leavesOf(value: unknown, path: string, leaves: Map<string, string>): Map<string, string> {
	if (typeof value !== 'object' || value === null) return leaves.set(path, JSON.stringify(value))
	for (const [key, each] of Object.entries(value)) {
		const part = each as { id?: unknown; since?: unknown; until?: unknown }
		const isNamed = Array.isArray(value) && typeof each === 'object' && each !== null && typeof part.id === 'string'
		const name = isNamed ? [part.id, part.since, part.until].filter(Boolean).join(' ') : key
		leavesOf(each, path === '' ? name : `${path}.${name}`, leaves)
	}
	return leaves
}

/** Fields that always differ between versions. */
const IGNORED = new Set(['version'])

/** Returns the values that differ between two versions of rules, by path. */
export function differencesOf(before: RuleSet, after: RuleSet): RuleDifference[] {
	const [old, current] = [before, after].map((rules) => leavesOf(rules, '', new Map()))
	const paths = [...new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])]
	return paths
		.filter((path) => !IGNORED.has(path) && old?.get(path) !== current?.get(path))
		.map((path) => ({ path, before: old?.get(path) ?? null, after: current?.get(path) ?? null }))
}
