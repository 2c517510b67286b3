import { afterEach, describe, expect, test } from 'vitest'
import { getPreferences, updatePreferences } from '#src/features/notifications/contract.ts'
import { watchCategory } from '#src/features/notifications/digest-contract.ts'
import { runFanOuts } from '#src/features/notifications/server/notify.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import type { MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi } from '#tests/support/api/api.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { answer, ask, categoryId, ines, ruth, setUpNotices } from '#tests/support/notices.ts'

setUpNotices()
afterEach(() => setSite({}))

const START = 'My client cannot pay.'
const END = 'That is the end of it.'
const TEXT = `${START}\n\n${'What would you do then? '.repeat(15)}\n\n${END} @ines`
const SWITCHES = { mentions: true, comments: true, reminders: true }
const choose = (quotes: MailQuotes, as = ines) => callApi(updatePreferences, { as, body: { ...SWITCHES, quotes } })

/** Returns the text and HTML of the new email to Ines. */
async function mailToInes() {
	const mails = (await writtenMails()).filter(({ to }) => to === 'ines@example.com')
	expect(mails).toHaveLength(1)
	const [mail] = mails
	await deleteMails()
	return `${mail?.text}\n${mail?.html}`
}

/** Emails about one post: to a mentioned member, a follower and a watcher. */
const ways: ReadonlyArray<readonly [what: string, write: () => Promise<unknown>]> = [
	['a mention', () => ask(TEXT)],
	[
		'a comment',
		async () => {
			const id = await ask('What would you do about this?', ines)
			await answer(id, TEXT.replace('@ines', ''), ruth)
			await deleteMails()
			await sendNotices()
		},
	],
	[
		'a new question in a watched category',
		async () => {
			await callApi(watchCategory, { as: ines, params: { id: categoryId }, body: { isWatched: true } })
			await ask(TEXT.replace('@ines', ''))
			await runFanOuts()
			await callApi(watchCategory, { as: ines, params: { id: categoryId }, body: { isWatched: false } })
		},
	],
]

describe.each(ways)('an email about %s', (_, write) => {
	test.each<[MailQuotes, boolean, boolean]>([
		['link', false, false],
		['lines', true, false],
		['full', true, true],
	])('quotes as much as its recipient chose: %s', async (quotes, hasStart, hasEnd) => {
		await choose(quotes)
		await write()
		const mail = await mailToInes()
		expect([mail.includes(START), mail.includes(END)]).toEqual([hasStart, hasEnd])
		expect(mail).toContain('/questions/')
	})

	test('quotes no more than the club’s settings allow', async () => {
		await choose('full')
		setSite({ mailQuotes: 'link' })
		await write()
		expect(await mailToInes()).not.toContain(START)
	})
})

test('the default is the first lines; a choice survives updates that omit it and is one of three', async () => {
	expect((await callApi(getPreferences, { as: ines })).json).toMatchObject({ quotes: 'full' })
	await choose('link')
	await callApi(updatePreferences, { as: ines, body: { ...SWITCHES, mentions: false } })
	expect((await callApi(getPreferences, { as: ines })).json).toMatchObject({ mentions: false, quotes: 'link' })
	const refused = await callApi(updatePreferences, {
		as: ines,
		body: { ...SWITCHES, quotes: 'everything' as MailQuotes },
	})
	expect([refused.status, refused.text]).toEqual([400, 'Choose what emails quote'])
	expect((await callApi(getPreferences, { as: ruth })).json).toMatchObject({ quotes: 'lines' })
})
