import '../build/load-env.ts'
import './settings-file.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { verifyEvidence } from '#src/features/attendance/server/evidence/verify-evidence.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { env } from '#src/platform/env/env.ts'
import { saveDatabase } from '../backups/save.ts'
import { type Command, runCommand, say } from './commands.ts'

const USAGE = `Usage:
  npm run cle:verify   check that the evidence of every completed attendance is as it was written, also while the
                       server runs. Names each record that is not, and the hash of the newest one
  npm run cle:verify -- --head HASH
                       the same, and that the record with this hash of an earlier check is still among them`

/** Checks a copy of the database: only the server may open its file. */
const verify: Command = async (knownHash, flags) => {
	if (flags.has('--head') !== (knownHash !== undefined)) throw new Error(USAGE)
	const folder = join(env().dataDir, 'export-work', `cle-${process.pid}`)
	try {
		await saveDatabase(join(folder, 'club.db'))
		const opened = await openDatabase({ url: `file:${join(folder, 'club.db')}` })
		try {
			await migrateDatabase(opened)
			useDatabase(opened)
			const { records, head, hasHead, faults } = await verifyEvidence(undefined, knownHash)
			for (const { attendanceId, what } of faults) say(`The attendance record ${attendanceId} ${what}.`)
			if (faults.length > 0)
				throw new Error(`${faults.length} of ${formatNumber(records)} records are not as they were written.`)
			if (!hasHead) throw new Error(`No record has the hash ${knownHash}: the chain was cut off or rewritten.`)
			return records === 0
				? 'There are no attendance records yet.'
				: `All attendance records are as they were written: ${formatNumber(records)}. The newest has the hash ${head}.`
		} finally {
			await opened.close()
		}
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

await runCommand({ verify }, { usage: USAGE, flags: { verify: ['--head'] } })
