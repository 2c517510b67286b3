import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { database } from '#db/client.ts'
import { runCopy } from '#db/copy/run.ts'
import { write } from '#db/write.ts'
import { assertConfirmed } from '#src/features/auth/server/step-up.ts'
import * as contracts from '#src/features/club-data/contract.ts'
import { actions } from '#src/features/club-data/server/audit-actions.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { site } from '#src/lib/site/site.ts'
import { archivePieces } from '#src/platform/archive.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { Pieces, type Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { openMediaStore } from '#src/platform/storage/open-media.ts'
import { sizeOf } from '../backups/make.ts'
import { fillArchive } from './export.ts'

/** The download in progress on this node. */
let running: symbol | undefined
/** Time after which an unread response, such as to a HEAD request, no longer blocks a download, in milliseconds. */
const START_TIMEOUT_MS = 10_000
/** Disk space to leave free, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Streams the archive. The temporary copy of the database has password hashes; it is deleted after the download. */
async function* archive(folder: string): AsyncGenerator<Uint8Array> {
	const snapshot = join(folder, 'club.db')
	try {
		await database().whileCopied(() => runCopy({ source: database().address, target: snapshot }))
		const store = await openMediaStore(env().media)
		yield* archivePieces((add) => fillArchive(add, { snapshot, store, withCredentials: false }))
	} finally {
		// Also runs if the browser disconnects before the whole archive is read.
		await rm(folder, { recursive: true, force: true })
	}
}

export const getClubData: Service<typeof contracts.getClubData> = async (_, context) => {
	const { errors } = contracts.getClubData
	assertConfirmed(context)
	if (running) throw httpError(errors.running)
	const download = Symbol()
	running = download
	let hasStarted = false
	const end = () => {
		if (running === download) running = undefined
	}
	setTimeout(() => hasStarted || end(), START_TIMEOUT_MS).unref()
	try {
		const folder = join(env().dataDir, 'export-work', newId())
		await mkdir(folder, { recursive: true, mode: 0o700 })
		const { bavail, bsize } = await statfs(folder)
		if (bavail * bsize < (await sizeOf(database())) + SPARE_BYTES) throw httpError(errors.noRoom)
		const { user } = context
		const subject = { type: 'user', id: user.id, name: user.name }
		await write(recordAudit({ actor: user, action: actions['club.taken'], subject }))
		const name = `${site()
			.name.replaceAll(/[^\w]+/g, '-')
			.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.zip`
		context.setHeader('Content-Disposition', `attachment; filename="${name}"`)
		context.setHeader('Cache-Control', 'private, no-store')
		return new Pieces(
			(async function* () {
				hasStarted = true
				try {
					yield* archive(folder)
				} finally {
					end()
				}
			})(),
		)
	} catch (error) {
		end()
		throw error
	}
}
