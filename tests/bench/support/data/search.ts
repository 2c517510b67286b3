import { sql } from 'drizzle-orm'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { write } from '#db/write.ts'
import { packCues } from '#src/features/podcast/server/library/cue-blob.ts'
import type { Cue } from '#src/lib/text/cues.ts'

// Adds 45-minute episodes with transcripts to a club, for the search benchmark: 155 passages each.
// Usage: node search.ts FILE EPISODES

const COMMON =
	'the of and to a in that is was he for it with as his on be at by had not are but from or have an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
		' ',
	)
const LEGAL =
	'retainer letter client court hearing trust account billing assistant scanner calendar deposition motion custody plea intake fee invoice deadline filing judge witness exhibit settlement mediation appeal notice consent conflict negligence'.split(
		' ',
	)
const PASSAGES = 155
const RARE = 60_000

let state = 7
const random = (below: number) => {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
	return Math.floor((state / 2 ** 32) * below)
}
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Returns a unique word for each number. */
const rare = (number: number) => {
	let word = ''
	for (let left = number + 20_000; left > 0; left = Math.floor(left / 26)) word += LETTERS[left % 26]
	return `x${word}q`
}
const word = () => {
	const kind = random(100)
	if (kind < 70) return COMMON[Math.min(random(COMMON.length), random(COMMON.length))] ?? 'the'
	return kind < 97 ? (LEGAL[random(LEGAL.length)] ?? 'court') : rare(random(RARE))
}
const sentence = () => `${Array.from({ length: 22 }, word).join(' ')}.`

const [file = '', made = '1000'] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
await opened.client.execute('pragma synchronous = off')
for (let at = 0; at < Number(made); at++) {
	const id = `e${String(at).padStart(6, '0')}`
	const cues: Cue[] = Array.from({ length: PASSAGES * 2 }, (_, place) => ({
		...{ start: place * 8_700, end: (place + 1) * 8_700, speaker: Math.floor(place / 20) % 2 ? 'Ann' : 'Ben' },
		text: sentence(),
	}))
	const when = new Date(Date.UTC(2016, 0, 1 + at * 3))
	const row = { id, slug: id, position: Number(made) - at, title: `${sentence()} ${at}`, description: sentence() }
	await write(
		db()
			.insert(episodes)
			.values({ ...row, pubDate: when, duration: 2_700, audioUrl: 'https://audio.example/1.mp3' }),
		db()
			.insert(episodeTranscripts)
			.values({ episodeId: id, source: 'feed', isTimed: true, cues: packCues(cues), changedAt: when }),
	)
}
await db().run(sql`insert or ignore into podcast_feed (id, url, title, description, content_hash, changed_at)
	values (1, 'https://feed.example/', 'The show', 'A show', 'x', 0)`)
await opened.client.execute('pragma wal_checkpoint(truncate)')
useDatabase(undefined)
await opened.close()
