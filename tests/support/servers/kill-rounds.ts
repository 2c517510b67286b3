import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/client.ts'
import { allRows } from '../api/tables.ts'
import { type Browser, made, makeDiscussion, type SiteNode, signInAt, startNode } from './site-node.ts'
import { startSmtp } from './smtp.ts'

// Repeatedly kills a node with a database file during writes and inspects the results.

/** Concurrent writers of comments. Another writer adds members, each of whom gets an email. */
const WRITERS = 6
/** Responses to wait for before a kill. A random delay follows, so that kills happen in every part of a write. */
const ANSWERS = 12
const SPREAD = 25

export interface KillReport {
	kills: number
	/** Number of writes with a success response. */
	acknowledged: number
	/** Acknowledged writes that are missing. */
	lost: string[]
	/** Members without the audit entry or email of their transaction, and entries or emails without the member. */
	half: string[]
	/** Result of SQLite's integrity check. */
	integrity: string
	/** Number of duplicate emails. */
	repeated: number
	/** Members whose email never arrived. */
	unsent: string[]
}

/** Writes until the node is dead. Adds successful writes to `acknowledged`. */
async function writeUntilDead(
	node: SiteNode,
	admin: Browser,
	discussion: string,
	name: string,
	acknowledged: string[],
) {
	let answers = 0
	const after = ANSWERS + Math.floor(Math.random() * SPREAD)
	const until = async (write: (i: number) => Promise<[string, Response]>) => {
		for (let i = 0; node.process.signalCode === null; i++) {
			const result = await write(i).catch(() => undefined)
			if (!result) return
			const [what, answer] = result
			if (answer.status !== 201) throw new Error(`${what}: ${answer.status} ${await answer.text()}`)
			acknowledged.push(what)
			if (++answers === after) setTimeout(() => node.process.kill('SIGKILL'), Math.random() * 4)
		}
	}
	const comment =
		(writer: number) =>
		async (i: number): Promise<[string, Response]> => {
			const content = `${name} ${writer} ${i}`
			return [content, await admin.call(node, 'POST', discussion, { content })]
		}
	const addMember = async (i: number): Promise<[string, Response]> => {
		const email = `${name}-${i}@example.com`
		const body = { name: 'Dana Whitfield', email, role: 'regular', password: 'oak table by the window' }
		return [email, await admin.call(node, 'POST', '/api/admin/users', body)]
	}
	await Promise.all([...Array.from({ length: WRITERS }, (_, writer) => until(comment(writer))), until(addMember)])
	await node.end()
}

/** Inspects the database file of a stopped node. */
async function inspect(file: string, acknowledged: readonly string[]) {
	const opened = await openDatabase({ url: `file:${file}` })
	const tables = await allRows(opened.client)
	const integrity = String((await opened.client.execute('pragma integrity_check')).rows[0]?.[0])
	await opened.close()
	const rows = (table: string) => tables.get(table) ?? []
	const members = rows('users').filter(({ role }) => role !== 'admin')
	const kept = new Set([...rows('comments').map(({ content }) => content), ...members.map(({ email }) => email)])
	const added = new Set(rows('audit').flatMap(({ action, subject_id: id }) => (action === 'user.added' ? [id] : [])))
	return {
		integrity,
		lost: acknowledged.filter((what) => !kept.has(what)),
		emails: members.map(({ email }) => String(email)),
		half: [
			...members.filter(({ id }) => !added.has(id)).map(({ email }) => `no audit entry: ${email}`),
			...(added.size > members.length ? [`${added.size} audit entries of ${members.length} members`] : []),
			...(rows('outbox').length === members.length
				? []
				: [`${rows('outbox').length} mails of ${members.length} members`]),
		],
	}
}

/** Kills a node `kills` times during writes, restarts it on the same file and returns the results. */
export async function killRounds(
	kills: number,
	onRound: (round: number) => void = () => undefined,
): Promise<KillReport> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-kills-'))
	const file = join(folder, 'data', 'killed.db')
	mkdirSync(join(folder, 'data'))
	const smtp = await startSmtp()
	const settings = {
		DATA_DIR: join(folder, 'data'),
		DATABASE_URL: `file:${file}`,
		SMTP_URL: smtp.url,
		MAIL_FROM: 'a@club.example',
	}
	const acknowledged: string[] = []
	try {
		let node = await startNode(settings)
		const admin = await signInAt(node)
		const discussion = await makeDiscussion(node, admin)
		for (let round = 0; round < kills; round++) {
			await writeUntilDead(node, admin, discussion, `k${round}`, acknowledged)
			onRound(round)
			node = await startNode(settings)
		}
		// Leases of a killed node expire after a minute. This changes the times in the file instead of waiting.
		await node.end('SIGTERM')
		const opened = await openDatabase({ url: `file:${file}` })
		await opened.client.execute("update outbox set available_at = 0 where state = 'waiting'")
		await opened.close()
		node = await startNode(settings)
		for (;;) {
			const waiting = await made<unknown[]>(admin.call(node, 'GET', '/api/admin/mail?state=waiting'))
			if (waiting.length === 0) break
			await new Promise((resolve) => setTimeout(resolve, 100))
		}
		await node.end('SIGTERM')
		const { emails, ...found } = await inspect(file, acknowledged)
		const unsent = emails.filter((email) => smtp.to(email).length === 0)
		const repeated = emails.reduce((sum, email) => sum + Math.max(0, smtp.to(email).length - 1), 0)
		return { kills, acknowledged: acknowledged.length, ...found, repeated, unsent }
	} finally {
		await smtp.close()
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
	}
}
