import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Adds three uploaded files to a media folder and to a club's database. No process may have the database open. */
export function addStoredFiles(club: string, folder: string): void {
	const connection = new DatabaseSync(club)
	const insert = connection.prepare(
		`insert into media (id, name, kind, state, is_public, size, part_size, bytes, files, created_at, created_by, unused_since)
		 values (?, ?, 'pdf', 'ready', 1, ?, 1, ?, ?, 0, 'Someone', 0)`,
	)
	for (const id of ['first', 'second', 'third']) {
		const content = Buffer.from(`the ${id} file`)
		const sha256 = createHash('sha256').update(content).digest('hex')
		const key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.${id}`
		mkdirSync(dirname(join(folder, key)), { recursive: true })
		writeFileSync(join(folder, key), content)
		const files = [{ name: `${id}.pdf`, key, type: 'application/pdf', bytes: content.length, sha256 }]
		insert.run(id, `${id}.pdf`, content.length, content.length, JSON.stringify(files))
	}
	connection.close()
}
