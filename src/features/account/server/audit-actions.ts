import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({ 'data.taken': 'Data downloaded' })
