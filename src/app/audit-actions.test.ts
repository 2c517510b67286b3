import { expect, test } from 'vitest'
import type { AuditAction } from '#src/platform/audit.ts'
import { auditActionTitles } from './audit-actions.ts'

test('every action that a feature defines has its title on the screen of the audit', () => {
	const defined = import.meta.glob<{ actions: Record<string, AuditAction> }>(
		'/src/features/*/server/audit-actions.ts',
		{ eager: true },
	)
	const all = Object.values(defined).flatMap(({ actions }) => Object.values(actions))
	expect(all.length).toBeGreaterThan(20)
	expect(auditActionTitles).toEqual(Object.fromEntries(all.map(({ name, title }) => [name, title])))
})
