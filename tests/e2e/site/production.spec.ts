import { freePort } from '#tests/support/servers/free-port.ts'
import { expect, test } from '../support/fixtures.ts'
import { type OwnServer, startServer } from '../support/server.ts'

let site: OwnServer
test.beforeAll(async () => {
	const port = String(await freePort())
	site = await startServer({
		NODE_ENV: 'production',
		PORT: port,
		PUBLIC_URL: `http://localhost:${port}`,
		SECRET_KEY: 'a secret that only this test knows',
		SEED_DEMO: '',
		SMTP_URL: '',
		PODCAST_FEED_URL: '',
	})
})
test.afterAll(() => site.stop())

const asBrowser = { headers: { accept: 'text/html,*/*;q=0.8' } }
const getPage = async (path: string) => {
	const answer = await fetch(site.url + path, asBrowser)
	return { status: answer.status, text: await answer.text() }
}

test('a production start without a feed shows no seed data', async () => {
	const home = await getPage('/')
	expect(home.status).toBe(200)
	expect(home.text).toContain('No episodes available')
	expect(home.text).not.toContain('RSS feed')
	expect(home.text).not.toMatch(/\/podcast\/|\/videos\//)
	for (const path of [
		'/podcast/feed.xml',
		'/podcast/cover.png',
		'/podcast/audio/flat-fees-and-staged-payments.mp3',
		'/videos/the-fifteen-minute-call.mp4',
		'/courses/001-time-management',
		'/dev/mail',
		'/dev/mail/some-mail',
	]) {
		const { status, text } = await getPage(path)
		expect(status, path).toBe(404)
		expect(text, path).toMatch(/404 Page Not Found|Course Not Found/)
	}
	expect(await (await fetch(`${site.url}/api/podcast`)).json()).toMatchObject({ episodes: [] })
	const login = await getPage('/auth')
	expect(login.text).not.toContain('secondchair.example')
})

test('a production start without a mail server logs it', async () => {
	const warning = site.logged().find(({ msg }) => String(msg).startsWith('SMTP_URL is not set'))
	expect(warning).toMatchObject({ level: 40, waiting: 0 })
	const { text } = await getPage('/forgot-password')
	expect(text).toContain('This site cannot send email right now')
	expect(text).not.toContain('We send you a link')
})
