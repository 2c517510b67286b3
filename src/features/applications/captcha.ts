/** The captcha of the site. `siteKey` is public. */
export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

/** Controls of a captcha widget. */
export interface CaptchaHandle {
	/** Starts over: a token is valid once. */
	reset(): void
}
