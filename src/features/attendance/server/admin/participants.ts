import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { memberZone } from '#src/features/cle/server/member-zone.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { readAddress } from '#src/lib/mail-address.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../admin-contract.ts'
import { requiredMs } from '../../watched.ts'
import { actions } from '../audit-actions.ts'
import { type Bars, barsOf } from '../bars.ts'
import {
	type ActivityRow,
	type Attending,
	attendingStatement,
	isInProgress,
	type SessionTimes,
	timesOf,
	toAttending,
} from '../rows.ts'

const { errors } = contracts.importParticipants
const MAX_LINES = 2_000

interface WithInfo {
	record: string[]
	info: { lines: number }
}

interface Line {
	cells: string[]
	/** Line number in the file, counted from one. */
	number: number
}

/** Reads the lines of a CSV file with commas, semicolons or tabs. @throws {ApiError} */
async function linesOf(bytes: Uint8Array): Promise<Line[]> {
	// Loaded on demand to keep startup fast (docs/decisions/007).
	const { parse } = await import('csv-parse/sync')
	const text = new TextDecoder().decode(bytes)
	const [head = ''] = text.split('\n', 1)
	const delimiter = [',', ';', '\t'].toSorted((one, other) => head.split(other).length - head.split(one).length)[0]
	const lenient = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
	try {
		// The parser's types do not cover the option `info`.
		const found: unknown = parse(text, { delimiter, bom: true, info: true, ...lenient })
		return (found as WithInfo[]).map(({ record, info }) => ({ cells: record, number: info.lines }))
	} catch {
		throw httpError(errors.unreadable)
	}
}

const EMAIL = /e-?mail/i
/** `Duration (Minutes)` or `Time in meeting (minutes)` in Zoom; `In-Meeting Duration` in Teams, such as `1h 2m 3s`. */
const MINUTES = /duration|minutes|time in/i

const SECONDS = /second/i

/**
 * Parses a duration into whole minutes, rounded down. Undefined if it is invalid or ambiguous: `12:30` may be minutes
 * or hours.
 * @param isSeconds whether a plain number is in seconds, according to the heading of its column.
 */
export function readMinutes(text: string, isSeconds = false): number | undefined {
	const plain = /^\s*(\d{1,5})(?:[.,]\d+)?\s*$/.exec(text)
	if (plain && isSeconds) return Math.floor(Number(plain[1]) / 60)
	const minutes = /^\s*(\d{1,4})(?:[.,]\d+)?\s*(?:m|min|minutes?)?\s*$/i.exec(text)
	if (minutes) return Number(minutes[1])
	const clock = /^\s*(\d{1,4}):(\d\d):\d\d\s*$/.exec(text)
	if (clock) return Number(clock[1]) * 60 + Number(clock[2])
	const units = /^\s*(?:(\d{1,4})\s*h)?\s*(?:(\d{1,4})\s*m(?:in)?)?\s*(?:(\d{1,5})\s*s)?\s*$/i.exec(text)
	if (!units || units.slice(1).every((part) => part === undefined)) return undefined
	return Number(units[1] ?? 0) * 60 + Number(units[2] ?? 0) + Math.floor(Number(units[3] ?? 0) / 60)
}

/** Maximum number of characters of a line to show. */
const MAX_TEXT_LENGTH = 80

interface Participants {
	/**
	 * Minutes by lowercase address. If an address has several lines, the longest counts: they may be devices that were
	 * connected at the same time.
	 */
	longest: Map<string, number>
	/** Lines without an address or a duration. */
	unread: { line: number; text: string }[]
}

/** @throws {ApiError} 400 */
async function readParticipants(bytes: Uint8Array): Promise<Participants> {
	const lines = await linesOf(bytes)
	const has = (cells: readonly string[], pattern: RegExp) => cells.some((cell) => pattern.test(cell))
	const at = lines.findIndex(({ cells }) => has(cells, EMAIL) && has(cells, MINUTES))
	const head = lines[at]?.cells
	if (!head) throw httpError(errors.columns)
	if (lines.length - at > MAX_LINES + 1) throw httpError(errors.tooLong)
	const [email, minutes] = [head.findIndex((cell) => EMAIL.test(cell)), head.findIndex((cell) => MINUTES.test(cell))]
	const isSeconds = SECONDS.test(head[minutes] ?? '')
	const found: Participants = { longest: new Map(), unread: [] }
	for (const { cells, number } of lines.slice(at + 1)) {
		const address = readAddress(cells[email] ?? '').address.toLowerCase()
		const length = readMinutes(cells[minutes] ?? '', isSeconds)
		if (address.includes('@') && length !== undefined)
			found.longest.set(address, Math.max(found.longest.get(address) ?? 0, length))
		else found.unread.push({ line: number, text: cells.filter(Boolean).join(', ').slice(0, MAX_TEXT_LENGTH) })
	}
	return found
}

/** Members per read, and statements per write. */
const BATCH_SIZE = 100

async function membersOf(addresses: readonly string[]) {
	const found: { id: string; name: string; email: string }[] = []
	for (let at = 0; at < addresses.length; at += BATCH_SIZE) {
		const slice = addresses.slice(at, at + BATCH_SIZE)
		const isListed = and(inArray(users.emailKey, slice), eq(users.status, 'active'))
		found.push(
			...(await db().select({ id: users.id, name: users.name, email: users.emailKey }).from(users).where(isListed)),
		)
	}
	return found
}

interface Import {
	activity: ActivityRow
	minutes: ReadonlyMap<string, number>
	by: string
	now: number
}

interface ListedMember {
	userId: string
	listedMinutes: number
	/** The open attendance; null to open one with `bars` and `timeZone`. */
	open: Attending | null
	bars: Bars | null
	timeZone: string
}

/** Returns the statement that stores a member's minutes: in the open attendance, or in a new one. */
function storeMinutes({ userId, listedMinutes, open, bars, timeZone }: ListedMember, { activity, now, by }: Import) {
	const list = { at: now, by }
	if (open || !bars) {
		// Changes the JSON in SQL, since the member may enter a code at the same time.
		const live = sql`json_set(live, '$.listedMinutes', ${listedMinutes}, '$.list', json(${JSON.stringify(list)}))`
		return (
			db()
				.update(attendances)
				.set({ live })
				// An attendance that was completed since it was read must not change.
				.where(and(eq(attendances.id, open?.row.id ?? ''), inArray(attendances.state, ['open', 'review'])))
		)
	}
	return db()
		.insert(attendances)
		.values({
			...{ id: newId(), userId, activityId: activity.id, mode: 'live', state: 'open' },
			...{ openedAt: new Date(now), lastBeatAt: new Date(now), seed: randomBytes(32).toString('hex') },
			lengthMs: activity.minutes * 60_000,
			...{ maxRate: bars.verification.maxRate, ruleVersions: JSON.stringify(bars.versions) },
			live: JSON.stringify({ codes: [], listedMinutes, list }),
			...{ openedFrom: '', timeZone },
		})
		.onConflictDoNothing()
}

const isOver = ({ row }: Attending) => row.state === 'complete' || row.state === 'refused'

/** Stores members' minutes, except in attendances that are over. Returns the ids of members with stored minutes. */
async function storeAll(members: readonly { id: string; email: string }[], imported: Import): Promise<Set<string>> {
	const { activity, minutes } = imported
	const rows = (await attendingStatement(eq(attendances.activityId, activity.id))).map(toAttending)
	const byMember = Map.groupBy(rows, ({ row }) => row.userId)
	const stored = new Set<string>()
	for (let at = 0; at < members.length; at += BATCH_SIZE) {
		const listed: ListedMember[] = []
		for (const { id: userId, email } of members.slice(at, at + BATCH_SIZE)) {
			const own = byMember.get(userId) ?? []
			const open = own.find(({ row }) => isInProgress(row)) ?? null
			const bars = open || own.some(isOver) ? null : await barsOf(activity.id, userId)
			if (!open && !bars) continue
			const timeZone = bars ? await memberZone(userId) : ''
			listed.push({ userId, listedMinutes: minutes.get(email) ?? 0, open, bars, timeZone })
			stored.add(userId)
		}
		await write(...listed.map((one) => storeMinutes(one, imported)))
	}
	return stored
}

async function sessionActivity(id: string): Promise<{ activity: ActivityRow; session: SessionTimes }> {
	const [found] = await db()
		.select({
			activity: cleActivities,
			scheduledAt: coachingSessions.scheduledAt,
			minutes: coachingSessions.durationMinutes,
		})
		.from(cleActivities)
		.leftJoin(coachingSessions, and(eq(cleActivities.kind, 'session'), eq(coachingSessions.id, cleActivities.refId)))
		.where(eq(cleActivities.id, id))
	if (!found) throw httpError(errors.noActivity)
	const { activity, scheduledAt, minutes } = found
	if (!scheduledAt || minutes === null) throw httpError(errors.notSession)
	return { activity, session: timesOf(scheduledAt, minutes) }
}

export const importParticipants: Service<typeof contracts.importParticipants> = async (
	{ params, body },
	{ user }: Pick<Context<'admin'>, 'user'>,
) => {
	const { activity, session } = await sessionActivity(params.id)
	const sessionMinutes = (session.endsAt - session.startsAt) / 60_000
	const { longest, unread } = await readParticipants(body.bytes)
	// Nobody attends longer than the session.
	const minutes = new Map([...longest].map(([address, length]) => [address, Math.min(length, sessionMinutes)]))
	const members = await membersOf([...minutes.keys()])
	const stored = await storeAll(members, { activity, minutes, by: user.name, now: Date.now() })
	const saved = members.filter(({ id }) => stored.has(id))
	const subject = { type: 'activity', id: activity.id, name: activity.title }
	await write(
		recordAudit({ actor: user, action: actions['attendance.listed'], subject, detail: { members: saved.length } }),
	)
	const needed = requiredMs(activity.minutes * 60_000) / 60_000
	const known = new Set(members.map(({ email }) => email))
	return {
		matched: saved.length,
		over: members.filter(({ id }) => !stored.has(id)).map(({ name }) => name),
		unread,
		unknown: [...minutes.keys()].filter((address) => !known.has(address)),
		short: saved.filter(({ email }) => (minutes.get(email) ?? 0) < needed).map(({ name }) => name),
	}
}
