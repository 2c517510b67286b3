export type CaptchaSetup = { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string }

export interface CaptchaHandle {
	/** Starts over: a token is valid once. */
	reset(): void
}
