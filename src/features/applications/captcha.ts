/** Which captcha the page shows. `siteKey` is public. */
export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

/** What a form may do with the widget it shows. */
export interface CaptchaHandle {
	/** Starts anew: an answer is taken once. */
	reset(): void
}
