import { afterEach, expect, test, vi } from 'vitest'
import { DEMO_PODCAST_VARIABLE, setSite } from '#src/lib/site/site.ts'
import { accountLinks, footerLinks, isLinked, menuFoot } from './navigation.ts'

afterEach(() => {
	vi.unstubAllEnvs()
	setSite({})
})

const labels = () => [...footerLinks, menuFoot, ...accountLinks].filter(isLinked).map(({ label }) => label)
const production = (variables: Record<string, string> = {}) => {
	for (const [name, value] of Object.entries({ NODE_ENV: 'production', PODCAST_FEED_URL: '', ...variables }))
		vi.stubEnv(name, value)
}

test('a club without a feed has no link to a podcast', () => {
	production()
	expect(labels()).not.toContain('Podcast')
	expect(labels()).toContain('Courses')
})

test('a feed in the settings or the environment, and the demonstration, have a link in each menu', () => {
	const count = () => labels().filter((label) => label === 'Podcast').length
	production({ PODCAST_FEED_URL: 'https://feeds.example/club.xml' })
	expect(count()).toBe(3)
	production({ [DEMO_PODCAST_VARIABLE]: 'true' })
	expect(count()).toBe(3)
	production({ [DEMO_PODCAST_VARIABLE]: 'false' })
	setSite({ feedUrl: 'https://feeds.example/club.xml' })
	expect(count()).toBe(3)
	setSite({})
	production({ NODE_ENV: 'development' })
	expect(count()).toBe(3)
})
