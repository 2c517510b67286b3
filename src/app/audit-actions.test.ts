import { expect, test } from 'vitest'
import { formLabels } from '#src/features/applications/form-contract.ts'
import { settingFields } from '#src/features/settings/contract.ts'
import type { AuditAction } from '#src/platform/audit.ts'
import { auditActionTitles, auditValueNames } from './audit-actions.ts'

test('every action of a feature has a title on the audit screen', () => {
	const defined = import.meta.glob<{ actions: Record<string, AuditAction> }>(
		'/src/features/*/server/audit-actions.ts',
		{ eager: true },
	)
	const all = Object.values(defined).flatMap(({ actions }) => Object.values(actions))
	expect(all.length).toBeGreaterThan(20)
	expect(auditActionTitles).toEqual(Object.fromEntries(all.map(({ name, title }) => [name, title])))
	// The filter lists actions by title, so titles must be unique.
	expect(new Set(Object.values(auditActionTitles)).size).toBe(Object.keys(auditActionTitles).length)
})

test('the audit log has a label for every setting, and for nothing else', () => {
	expect(Object.keys(auditValueNames.changed ?? {}).toSorted()).toEqual(
		Object.keys({ ...settingFields, ...formLabels }).toSorted(),
	)
})
