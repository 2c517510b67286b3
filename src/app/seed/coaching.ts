import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { newId } from '#src/lib/ids.ts'

const DAY = 24 * 60 * 60_000
const WEDNESDAY = 3

interface SeedSession {
	title: string
	description: string
	/** Days from today, moved forward to a Wednesday; negative for the past. */
	inDays: number
	topics: readonly (readonly [username: string, topic: string])[]
}

const sessions: readonly SeedSession[] = [
	{
		title: 'Saying no, and meaning it',
		description:
			'How to decline a matter in one paragraph, and sleep afterwards.\n\nNotes from the call: Three sentences are enough: thank you, no, and the date by which they need another lawyer. Give no reason: a reason is an invitation to argue. Send it on the same day and file a copy. A friend of a friend gets the same letter, with a name added.',
		inDays: -58,
		topics: [['dana', 'A letter that says no to a friend of a friend']],
	},
	{
		title: 'Prices that you can say aloud',
		description:
			'We say our fees to each other until they come out without a cough.\n\nNotes from the call: Say the number first, then what it covers. Count to five before you speak again. A retainer and a flat fee need different sentences: for the retainer say when it is refilled, for the flat fee say where it ends. Homework: write both on one card.',
		inDays: -27,
		topics: [['tomas', 'When the client compares me with a form from the internet']],
	},
	{
		title: 'The first assistant',
		description:
			'Which ten hours to give away, what to write down first, and how to listen in.\n\nBring one task you would love never to do again.',
		inDays: 6,
		topics: [
			['dana', 'How to check work without doing it again'],
			['gwen', 'A script for the first call, and who may answer it'],
		],
	},
	{
		title: 'A week with white space in it',
		description: 'We plan next month together, calendar open, and keep two afternoons free.',
		inDays: 34,
		topics: [],
	},
]

/** Seeds past and upcoming coaching sessions with a few topics. All are on a Wednesday at 19:00 UTC. */
export async function seedCoaching(now = Date.now()): Promise<void> {
	for (const { title, description, inDays, topics } of sessions) {
		const scheduledAt = new Date(now + inDays * DAY)
		scheduledAt.setUTCDate(scheduledAt.getUTCDate() + ((WEDNESDAY - scheduledAt.getUTCDay() + 7) % 7))
		scheduledAt.setUTCHours(19, 0, 0, 0)
		const createdAt = new Date(now - 70 * DAY)
		const id = newId()
		const suggestions = await Promise.all(
			topics.map(async ([username, topic]) => {
				const [user] = await db().select({ id: users.id }).from(users).where(eq(users.username, username))
				return user ? [{ id: newId(), sessionId: id, userId: user.id, topic, createdAt }] : []
			}),
		)
		await write(
			db().insert(coachingSessions).values({
				id,
				title,
				description,
				scheduledAt,
				durationMinutes: 60,
				timeZone: 'America/New_York',
				zoomLink: 'https://zoom.example/j/second-chair',
				createdAt,
				updatedAt: createdAt,
			}),
			...suggestions.flat().map((topic) => db().insert(coachingTopics).values(topic)),
		)
	}
}
