import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({ 'club.taken': 'Whole club downloaded' })
