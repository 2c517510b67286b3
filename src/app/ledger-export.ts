import { attendanceFiles } from '#src/features/attendance/server/records/member-files.ts'
import { ledgerExport } from '#src/features/cle/server/export.ts'

/** The member's ZIP: the ledger with what other features add to it. */
export const { exportLedger } = ledgerExport([attendanceFiles])
