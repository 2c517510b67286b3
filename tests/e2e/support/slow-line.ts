import type { Page } from 'playwright/test'

/** Viewport of a phone, in CSS pixels. */
export const PHONE = { width: 390, height: 844 }

/** Delays every response of this page. */
export async function slowLine(page: Page): Promise<void> {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 150,
		downloadThroughput: 200_000,
		uploadThroughput: 60_000,
	})
}
