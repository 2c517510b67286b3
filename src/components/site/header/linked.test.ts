import { afterEach, expect, test, vi } from 'vitest'
import { DEMO_PODCAST_VARIABLE, setSite } from '#src/lib/site/site.ts'
import { accountLinks, footerLinks, isLinked, menuFoot } from './navigation.ts'

afterEach(() => {
	vi.unstubAllEnvs()
	setSite({})
})

const labels = () => [...footerLinks, menuFoot, ...accountLinks].filter(isLinked).map(({ label }) => label)
const stubProduction = (variables: Record<string, string> = {}) => {
	for (const [name, value] of Object.entries({ NODE_ENV: 'production', PODCAST_FEED_URL: '', ...variables }))
		vi.stubEnv(name, value)
}

test('has no podcast link in a club without a feed', () => {
	stubProduction()
	expect(labels()).not.toContain('Podcast')
	expect(labels()).toContain('Courses')
})

test('has a podcast link in each menu with a feed in the settings or environment, or in the demonstration', () => {
	const count = () => labels().filter((label) => label === 'Podcast').length
	stubProduction({ PODCAST_FEED_URL: 'https://feeds.example/club.xml' })
	expect(count()).toBe(3)
	stubProduction({ [DEMO_PODCAST_VARIABLE]: 'true' })
	expect(count()).toBe(3)
	stubProduction({ [DEMO_PODCAST_VARIABLE]: 'false' })
	setSite({ feedUrl: 'https://feeds.example/club.xml' })
	expect(count()).toBe(3)
	setSite({})
	stubProduction({ NODE_ENV: 'development' })
	expect(count()).toBe(3)
})
