import { attendanceFiles } from '#src/features/attendance/server/records/member-files.ts'
import { ledgerExport } from '#src/features/cle/server/export.ts'

/** The member's ZIP: the ledger and the files that other features add. */
export const { exportLedger } = ledgerExport([attendanceFiles])
